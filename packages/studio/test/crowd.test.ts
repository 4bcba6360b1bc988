import { beforeAll, describe, expect, it } from 'vitest';
import { createCast } from '../src/modes/crowd/cast.ts';
import { type Cast, type Command, createCrowd, FRAME_TIME } from '../src/modes/crowd/crowd.ts';
import { digestOf } from '../src/modes/crowd/digest.ts';
import { loopClip } from '../src/modes/crowd/loop-clip.ts';
import { MOTIONS, planCrowd, REACH } from '../src/modes/crowd/plan-crowd.ts';
import { paceAmong, turnAside, turnTo } from '../src/modes/crowd/steer.ts';
import { CROWD_SETTINGS } from '../src/modes/crowd/types.ts';

let cast: Cast;
beforeAll(() => {
  cast = createCast(() => {});
}, 120_000);

const noClock = (): number => 0;

describe('who is there', () => {
  it('follows from the seed alone', () => {
    expect(planCrowd(100, 7)).toEqual(planCrowd(100, 7));
    expect(planCrowd(100, 7)).not.toEqual(planCrowd(100, 8));
  });

  it('stands apart, some standing, some walking, some running, inside the place', () => {
    for (const seed of [1, 2, 3]) {
      const people = planCrowd(100, seed);
      const kinds = people.map(({ motion }) => MOTIONS[motion]!.kind);
      expect(kinds.filter((kind) => kind === 'stand').length).toBeGreaterThan(30);
      expect(kinds.filter((kind) => kind === 'walk').length).toBeGreaterThan(30);
      expect(kinds.filter((kind) => kind === 'run').length).toBeGreaterThan(8);
      const gaps = people.flatMap((a, i) => people.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.z - b.z)));
      expect(Math.min(...gaps)).toBeGreaterThan(0.6);
      expect(Math.max(...people.map(({ x, z }) => Math.hypot(x, z)))).toBeLessThan(REACH + 1);
    }
  });
});

describe('where they go', () => {
  it('a path is found again from beside it, and gone round', () => {
    const round = { x: 1, z: 2, radius: 5, way: 1 } as const;
    let [x, z, heading] = [1, 9, 0];
    for (let k = 0; k < 4000; k++) {
      heading += 0.02 * turnTo(round, { x, z, heading });
      x += 0.02 * Math.sin(heading);
      z += 0.02 * Math.cos(heading);
    }
    expect(Math.hypot(x - 1, z - 2)).toBeCloseTo(5, 1);
    // to the left: against the clock seen from above, where x is to the left of z
    expect(Math.cos(heading - (Math.atan2(x - 1, z - 2) + Math.PI / 2))).toBeGreaterThan(0.99);
  });

  it('turns away from somebody ahead, and slows down behind them', () => {
    const me = { x: 0, z: 0, heading: 0 };
    const left = Float64Array.of(0, 0, 0.3, 1.2); // x is to the left
    const right = Float64Array.of(0, 0, -0.3, 1.2);
    expect(turnAside(me, left, 0)).toBeLessThan(0);
    expect(turnAside(me, right, 0)).toBeGreaterThan(0);
    expect(turnAside(me, Float64Array.of(0, 0, 0, -1), 0)).toBe(0);
    expect(paceAmong(me, Float64Array.of(0, 0, 0, 0.6), 0)).toBeLessThan(0.8);
    expect(paceAmong(me, Float64Array.of(0, 0, 0, 5), 0)).toBe(1);
  });

  it('a loop goes on over its seam as fast as before, and one that stands comes back', () => {
    const [stand, walk] = [loopClip(cast.clips[0]!, true), loopClip(cast.clips[2]!, false)];
    const [a, b, c] = [new Float64Array(2), new Float64Array(2), new Float64Array(2)];
    const step = FRAME_TIME / walk.duration;
    const paces = [0.3, 0.7, 1 - step, 1, 1 + step].map((phase) => {
      walk.way(a, phase);
      walk.way(b, phase + step);
      return (b[1]! - a[1]!) / FRAME_TIME;
    });
    for (const pace of paces) expect(pace).toBeGreaterThan(0.75);
    for (const pace of paces) expect(pace).toBeLessThan(1.5);
    walk.way(c, 10);
    expect(c[1]! / (10 * walk.duration)).toBeCloseTo(1.1, 1);
    stand.way(c, 5);
    expect(Math.hypot(c[0]!, c[1]!)).toBeLessThan(1e-9);
    stand.way(a, 1 - 1e-6);
    expect(Math.hypot(a[0]!, a[1]!)).toBeLessThan(1e-3); // no jump over the seam
  });
});

describe('two people who meet', () => {
  it('get equal and opposite pushes, and not again at once', () => {
    const crowd = createCrowd(cast, { ...CROWD_SETTINGS, people: 100, seed: 1 });
    const pushes: { readonly frame: number; readonly impulse: readonly number[] }[] = [];
    for (const { layer } of crowd.members) {
      const hit = layer.hit.bind(layer);
      layer.hit = (given) => {
        pushes.push({ frame: crowd.frame(), impulse: Array.from(given.impulse as ArrayLike<number>) });
        hit(given);
      };
    }
    for (let k = 0; k < 120; k++) crowd.step(noClock);
    expect(crowd.totals.meetings).toBeGreaterThan(0);
    expect(pushes.length).toBeGreaterThanOrEqual(2 * crowd.totals.meetings);
    // one hand after the other: to and fro
    for (let k = 0; k < pushes.length; k += 2) {
      for (let c = 0; c < 3; c++) expect(pushes[k]!.impulse[c]! + pushes[k + 1]!.impulse[c]!).toBe(0);
    }
  });
});

describe('the whole crowd', () => {
  const run = (commands: Readonly<Record<number, Command>>, frames: number, people = 30) => {
    const crowd = createCrowd(cast, { ...CROWD_SETTINGS, people, seed: 5, mass: 4, speed: 12 });
    for (let frame = 1; frame <= frames; frame++) {
      const command = commands[frame];
      if (command) crowd.order(command);
      crowd.step(noClock);
    }
    return { crowd, digest: digestOf(crowd.members.map(({ q }) => q)) };
  };
  const volley: Command = { kind: 'volley', balls: 24 };

  it('is the same again, to the byte; other throws make another one', () => {
    const once = run({ 20: volley }, 150);
    expect(once.crowd.totals.hits).toBeGreaterThan(5);
    expect(run({ 20: volley }, 150).digest).toBe(once.digest);
    expect(run({ 21: volley }, 150).digest).not.toBe(once.digest);
  });

  it('a ball thrown along a look hits whom the look meets', () => {
    const { crowd } = run({}, 2);
    const lead = crowd.members[0]!;
    const chest = lead.ws.segmentOrigin[3 * lead.body.roles.chest! + 1]!;
    crowd.order({ kind: 'throw', origin: [0, chest, 1.2], direction: [0, 0, -1] });
    for (let k = 0; k < 20; k++) crowd.step(noClock);
    expect(lead.state()).toBe('reacting');
    expect(crowd.totals.hits).toBe(1);
  });

  it('those who fell are counted, take no hits while they are down, and get up', () => {
    const settings = { ...CROWD_SETTINGS, mass: 10, speed: 20 };
    const { crowd } = run({ 1: { kind: 'settings', settings: { ...settings, fire: 12 } } }, 240);
    const fallen = crowd.members.filter((member) => member.state() === 'fell');
    expect(crowd.totals.fell).toBeGreaterThanOrEqual(fallen.length);
    expect(fallen.length).toBeGreaterThan(5);
    let taken = 0;
    for (const member of fallen) {
      member.layer.hit = () => {
        if (member.state() === 'fell') taken++;
      };
    }
    crowd.order({ kind: 'settings', settings: { ...settings, fire: 0 } });
    // balls from right above, onto each of them
    for (const { ws } of fallen) {
      crowd.order({ kind: 'throw', origin: [ws.com[0]!, 1.5, ws.com[2]!], direction: [0, -1, 0] });
    }
    const lowest = new Map(fallen.map((member) => [member, 9]));
    for (let k = 0; k < 660; k++) {
      crowd.step(noClock);
      for (const member of fallen) lowest.set(member, Math.min(lowest.get(member)!, member.ws.com[1]!));
    }
    expect(taken).toBe(0);
    // all of them lay, and nearly all stand again
    expect(Math.max(...lowest.values())).toBeLessThan(0.4);
    const up = fallen.filter((member) => member.state() !== 'fell' && member.ws.com[1]! > 0.45 * member.body.height);
    expect(up.length).toBeGreaterThanOrEqual(0.9 * fallen.length);
    for (const { q } of crowd.members) expect(q.every((x) => Math.abs(x) < 100)).toBe(true);
  });
});
