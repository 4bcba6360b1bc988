/**
 * Measurements as a laboratory records them, already in SI units and in a Y-up, right-handed world: marker positions,
 * ground forces and tables of named columns. Plain data; nothing here knows a file format.
 */
import type { Vec3 } from '../math/types.ts';
import type { ImportNote } from './clip.ts';

/** Regular sampling on the laboratory's clock: sample i is at startTime + i / rate. */
export interface SampleClock {
  readonly rate: number; // [Hz]
  readonly startTime: number; // [s] stamp of the first sample; recordings of one trial share this clock
  readonly frameCount: number;
}

export interface MarkerRecording extends SampleClock {
  readonly file: string;
  readonly names: readonly string[];
  readonly positions: Float64Array; // frames × markers × 3 [m]; zero where absent, never NaN
  readonly present: Uint8Array; // frames × markers, 1 where the marker was seen
  readonly upStated?: boolean; // the caller or the file says which axis is up; else it is a guess
  readonly notes: readonly ImportNote[];
}

/** One force plate. Everything is that of the ground on the person, in world axes. */
export interface PlateRecording {
  readonly name: string;
  readonly force: Float64Array; // frames × 3 [N]
  readonly cop: Float64Array; // frames × 3 [m] centre of pressure; the plate's centre (or zero) where not loaded
  readonly freeMoment: Float64Array; // frames × 3 [N·m] about the centre of pressure
  readonly loaded: Uint8Array; // frames, 1 where the vertical force is large enough for the centre of pressure to mean something
  readonly corners: readonly [Vec3, Vec3, Vec3, Vec3] | undefined; // [m] where the file states them
}

export interface ForceRecording extends SampleClock {
  readonly file: string;
  readonly plates: readonly PlateRecording[];
  readonly notes: readonly ImportNote[];
}

/** A table of numbers over time, one column per named quantity, as in OpenSim's .mot and .sto. */
export interface TableRecording {
  readonly file: string;
  readonly columns: readonly string[]; // without the time column
  readonly time: Float64Array; // rows [s]
  readonly rows: number;
  readonly values: Float64Array; // rows × columns, as the file writes them
  readonly inDegrees: boolean; // whether rotations are in degrees
  readonly notes: readonly ImportNote[];
}

/** Index of a marker by its exact name, or −1. */
export const markerNamed = (recording: MarkerRecording, name: string): number => recording.names.indexOf(name);
