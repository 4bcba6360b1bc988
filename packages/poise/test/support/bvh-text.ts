/** Small BVH files made by code. */
const encoder = new TextEncoder();

export const bytesOf = (text: string): Uint8Array => encoder.encode(text);
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export const TINY_HEADER = `HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Spine
  {
    OFFSET 0 10 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 5 0
    }
  }
  JOINT Leg
  {
    OFFSET 1 -40 0
    CHANNELS 1 Xrotation
    End Site
    {
      OFFSET 0 -40 2
    }
  }
}
MOTION`;

export const TINY = `${TINY_HEADER}
Frames: 3
Frame Time: 0.0333333
0 90 0 0 0 0 10 20 30 5
1 91 2 3 4 5 11 21 31 6
2 92 4 6 8 10 12 22 32 -7.5
`;
