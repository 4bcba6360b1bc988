/** A small Acclaim pair made by code: a root, a spine with a link to each side, a knee with one freedom. */
export const ASF = `# made by code
:version 1.10
:name test
:units
  mass 1.0
  length 0.45
  angle deg
:documentation
  begin and end: may stand here
:root
  order TX TY TZ RX RY RZ
  axis XYZ
  position 0 0 0
  orientation 0 0 0
:bonedata
  begin
    id 1
    name hip
    direction 1 0 0
    length 2
    axis 0 0 0 XYZ
  end
  begin
    id 2
    name thigh
    direction 0.34202014332566871 -0.93969262078590838 0
    length 7
    axis 0 0 20 XYZ
    dof rx ry rz
    limits (-160.0 20.0)
           (-70.0 70.0)
           (-60.0 inf)
  end
  begin
    id 3
    name shin
    direction 0.34202014332566871 -0.93969262078590838 0
    length 8
    axis 10 20 30 XYZ
    dof rx
    limits (-10.0 170.0)
  end
  begin
    id 4
    name spine
    direction 0 1 0
    length 5
    axis 0 0 0 XYZ
    dof rx ry rz l
  end
  begin
    id 5
    name head
    direction 0 1 0
    length 3
    axis 0 90 0 XYZ
    dof tx rz rx
  end
:hierarchy
  begin
    root hip spine
    hip thigh
    thigh shin
    spine head
  end
`;

export const AMC = `#!made by code
:FULLY-SPECIFIED
:DEGREES
1
root 1 17 2 10 20 30
thigh 5 6 7
shin 40
spine 1 2 3 0
head 0 4 5
2
root 1.5 17.25 2 11 21 31
thigh 6 7 8
shin 41.5
spine 2 3 4 0.5
head 0.25 5 6
3
root 2 17.5 2 12 22 32
thigh 7 8 9
shin 43
spine 3 4 5 1
head 0.5 6 -7.125
`;
