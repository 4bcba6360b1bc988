/**
 * Every error on a captured clip: is it right? `basis` says what the decision rests on: `strip`, somebody looked at poses around the finding; `mark`, the table of the random
 * clips marks the file as captured at 60 Hz, and no strip was needed. `npm run validate -- verdicts` draws the strips (out/verdicts). In doubt an error counts as wrong, and so does one
 * that nobody has decided on.
 */
export interface Decision {
  readonly clip: string; // name of the file without its ending
  readonly rules: readonly string[];
  readonly right: boolean;
  readonly basis: 'strip' | 'mark';
  readonly why: string;
}

const seen = (clip: string, rules: string, right: boolean, why: string): Decision => ({
  clip,
  rules: rules.split(' '),
  right,
  basis: 'strip',
  why,
});

const marked = (clip: string): Decision => ({
  clip,
  rules: ['time-scale'],
  right: true,
  basis: 'mark',
  why: 'Marked as captured at 60 Hz and stamped 120 Hz.',
});

export const DECISIONS: readonly Decision[] = [
  // Clips of cmu-random.
  ...['107_05', '107_14', '139_11', '139_26', '141_30', '141_33', '62_20', '74_02', '77_20'].map(marked),
  seen('05_02', 'balance', false, 'A dancer stands on one leg with the other stretched back, and does not fall.'),
  seen('05_17', 'pop', true, 'In the leap the right leg folds at the thigh and flies about from frame to frame.'),
  seen('05_17', 'joint-range', true, 'In the leap the right foot is folded up against its shin.'),
  seen('106_16', 'balance', false, 'Somebody stands on both feet; the toes of the right one are bent up.'),
  seen('113_13', 'lean', false, 'A kick and steps; both feet are twisted by the capture.'),
  seen('113_13', 'penetration', false, 'The standing foot is twisted by the capture; its ankle is where it always is.'),
  seen('134_06', 'unsupported', false, 'Rides on a board that is not in the file.'),
  seen(
    '138_35',
    'balance frozen pop friction',
    true,
    'Stops in the middle of a step and stays there, leaning beyond the foot, to the end.',
  ),
  seen('140_01', 'balance', false, 'Gets up from one knee with a hand on the other thigh; nothing is wrong with it.'),
  seen('141_33', 'penetration', false, 'Side steps; the left foot is bent by the capture, its ankle is not too low.'),
  seen(
    '79_02',
    'ground',
    false,
    'Stands with feet apart; the feet are a few centimetres above y = 0, which may be the floor of the studio.',
  ),
  seen(
    '79_02',
    'balance',
    false,
    'Leans over as a swimmer does, twice too fast: the reason is not the one that is named.',
  ),
  seen(
    '83_47',
    'penetration unsupported',
    false,
    'Lands in a deep squat; both feet are turned backwards by the capture.',
  ),
  seen(
    '87_04',
    'time-scale',
    true,
    'A backflip in 0.35 s; the body falls four times as fast as gravity makes it. The table does not mark this file.',
  ),
  seen(
    '90_21',
    'penetration',
    false,
    'Plays a monkey: stands on the floor, then crouches and reaches 30 cm below it with a leg; there may be a lower level.',
  ),
  // Clips that count as sound.
  seen('16_15', 'pop', true, 'In the first frame the left hand is at the head, in the next it hangs.'),
  seen('35_22', 'friction', true, 'Runs, and from 1.3 s to the end of the file does not move at all.'),
  seen('dataset-2_run_normal_001', 'balance', false, 'Somebody starts to run, with the trunk ahead.'),
  seen('wd2_1_kick', 'balance', false, 'A kick with the trunk leaning back, on a foot that stands flat.'),
  seen('B_boy_8_walking_soft', 'balance', false, 'A walk with bent knees.'),
  seen(
    'woddy2_walk_normal_to_slope',
    'pop jitter thrust',
    true,
    'For one frame the whole figure collapses, and stands again in the next.',
  ),
];
