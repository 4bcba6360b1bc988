/** Numbers of mending: value, unit, source or reason. */
export interface MendParameters {
  readonly spikeTurn: number; // [rad] a joint that is farther than this off the middle of the frames beside it, for one frame, was never there …
  readonly spikeWay: number; // [m] … nor were hips that lie so far off
  readonly jumpTurn: number; // [rad] a joint that turns farther than this between two frames, and back, has jumped …
  readonly jumpWay: number; // [m] … and hips that move so far
  readonly jumpAbove: number; // times the usual step of the frames around
  readonly jumpTime: number; // [s] the longest jump that is taken for an error of tracking
  readonly jumpSpeed: number; // [rad/s] faster than any joint of a person turns
  readonly jumpPace: number; // [m/s] faster than any hips go
  readonly around: number; // [s] to each side: frames that a jump is compared with
  readonly frozenTime: number; // [s] the longest stretch of lost frames that stand still
  readonly frozenTurn: number; // [rad] RMS over the joints that are lost: less is not seen when it catches up
  readonly swapTime: number; // [s] the longest time for which two limbs are exchanged by mistake
  readonly swapWay: number; // [m] that limbs which are exchanged jump by at least, in the mean of their joints …
  readonly swapAbove: number; // … and times what is usual around
  readonly boneShare: number; // of a bone's length: more than this it does not breathe
  readonly boneWay: number; // [m] … unless it is less than this
  readonly pixel: number; // [m] a tremor of less than this is not seen
  readonly tremorQuiet: number; // [m] … nor does one of less than this stand out in a clip that nobody says trembles
  readonly tremorLeft: number; // [m] of tremor that smoothing may leave
  readonly tremorCutoff: number; // [Hz] people's motion lies below, tremor above
  readonly lowestCutoff: number; // [Hz] smoothing never reaches below
  readonly tremorWindow: number; // [s] over which tremor is measured
  readonly impactTime: number; // [s] to each side of a touch-down that is smoothed less
  readonly impactSpeed: number; // [m/s] of a foot that comes down: an impact
  readonly impactCutoff: number; // [Hz] what an impact keeps
  readonly hoverHeight: number; // [m] soles this far off the floor while it must carry are brought back to it
  readonly hoverLoad: number; // of body weight that the floor must carry: the body does not fly
  readonly hoverTime: number; // [s] stretches of hovering that are shorter are left to the feet
  readonly hoverCutoff: number; // [Hz] of the course by which a hovering body is lowered
  readonly driftLeg: number; // [m] that the legs take of a drift as gladly …
  readonly driftWay: number; // [m] … as the whole body moves by this
  readonly driftCutoff: number; // [Hz] of the course by which a drifting body is moved
  readonly driftShown: number; // of a drift that the speed of the hips shows: less, and the feet slide by themselves
  readonly driftMost: number; // [m] farther than this a body does not drift: it walks on the spot
  readonly tiltLeast: number; // [rad] floors that tilt by less are left as they are
  readonly tiltGain: number; // share by which the body must stand better once the floor is level
  readonly leanMost: number; // [rad] legs are not turned under the body by more
  readonly standShare: number; // of the stands: where so many ask to be planted, all are
  readonly clearance: number; // [m] at which swinging feet pass over the floor at least
  readonly handShift: number; // [m] most that hands move by, besides with the whole body
  readonly blendTime: number; // [s] over which a stretch that is left alone passes into what is mended
  readonly price: number; // of blame per metre that joints are moved by in the mean …
  readonly priceFar: number; // [m] … up to here
  readonly worthTime: number; // [s] to each side over which a frame's change has to pay
  readonly popFloor: number; // [rad/s²] angular accelerations below are no pop …
  readonly popTurn: number; // [rad] … nor are those that turn a joint by less within a frame
  readonly popAbove: number; // times the median around: a pop stands out
  readonly popAround: number; // [s] to each side
  readonly popHips: number; // [m/s²] the same for the place of the hips …
  readonly popShift: number; // [m] … and what a frame of it moves them by
  readonly beyondRange: number; // [rad] farther beyond its range than before: refused
}

const DEGREE = Math.PI / 180;

export const MEND_PARAMETERS: MendParameters = {
  spikeTurn: 12 * DEGREE, // as jumpTurn
  spikeWay: 0.02, // as lint's rule "pop" warns of the hips
  jumpTurn: 12 * DEGREE, // chosen: seen at once; half: quick hands at 30 frames a second are met, double: flips of one bone remain
  jumpWay: 0.04, // as lint's rule "pop" calls an error for the hips
  jumpAbove: 6, // chosen beside 5 of lint's rule "pop"
  jumpTime: 0.1, // chosen: lost keys and flips last a few frames
  jumpSpeed: 40, // shoulders of pitchers reach about 120 rad/s in rotation about themselves, all else stays below 40
  jumpPace: 12, // the fastest sprinters
  around: 0.15, // chosen
  frozenTime: 0.5, // chosen: of what a person does within half a second the ends tell enough
  frozenTurn: 1.5 * DEGREE, // chosen: 1 cm at the end of a limb
  swapTime: 1, // chosen: trackers find back when the limbs part
  swapWay: 0.03, // chosen: legs this near need no exchange
  swapAbove: 6, // as jumpAbove
  boneShare: 0.03, // generated skeletons breathe by 3–10 %, soft tissue of captures by less
  boneWay: 0.005, // chosen
  pixel: 0.0016, // a person of 1.75 m as high as a screen of 1080 rows
  tremorQuiet: 0.0032, // chosen: two pixels
  tremorLeft: 0.0032, // two pixels; one would take more of the motion than of the noise (performed walks with noise of 0.3°)
  tremorCutoff: 10, // as motion/smooth.ts: above 10 Hz there is only noise, or contact
  lowestCutoff: 6, // gait laboratories; on performed walks, runs and punches with noise of 0.3 to 3°, 4 Hz takes more of the motion than it takes of the noise
  tremorWindow: 0.5, // as lint's rule "jitter"
  impactTime: 0.05, // the impact peak of a heel strike is over within 50 ms
  impactSpeed: 0.4, // chosen: heels of walkers come down with 0.3 to 0.6 m/s
  impactCutoff: 20, // heel strikes have most of their power below 20 Hz
  hoverHeight: 0.025, // as contacts: a part below this may touch
  hoverLoad: 0.5, // chosen: half-way between flight and standing
  hoverTime: 0.25, // chosen: shorter ones are steps that miss the floor
  hoverCutoff: 1.5, // chosen: slower than steps, so that walking keeps its bounce
  driftLeg: 0.03, // chosen: what feet of captures slide by over a stand
  driftWay: 0.15, // chosen: long stands are followed to 96 %; half: 86 %, double: a walk that slips all along is carried off
  driftCutoff: 1.5, // as hoverCutoff
  driftShown: 0.5, // captures whose body or feet were moved on purpose: 0.7 to 1.3 where the body was, −1 to 0.4 where the feet were
  driftMost: 0.6, // chosen: less than a stride
  tiltLeast: 1.5 * DEGREE, // floors of captures tilt by up to 1°
  tiltGain: 0.3, // chosen
  leanMost: 12 * DEGREE, // chosen: farther, and somebody leans on something
  standShare: 1 / 3, // chosen
  clearance: 0.025, // as contacts: what is lower may touch; toes of walkers pass at 1 to 3 cm
  handShift: 0.05, // asked for
  blendTime: 0.25, // chosen
  price: 50, // chosen: a centimetre for a warning half-way to an error
  priceFar: 0.1, // chosen: the body is elsewhere, and moves as it did
  worthTime: 0.5, // chosen: a stand with its landing and lift-off
  popFloor: 55, // chosen: joints of people who walk stay below 60 rad/s² at 30 frames a second
  popTurn: 2.3 * DEGREE, // chosen
  popAbove: 10, // chosen
  popAround: 0.25, // chosen
  popHips: 14, // chosen: 1.5 g
  popShift: 0.0037, // chosen
  beyondRange: 2 * DEGREE, // chosen: rounding of hinges
};
