import type { Rng } from './rng.ts'

const WATERS = [
  'Withy Lake',
  'Alder Mere',
  'Heron Pit',
  'the Estate Lake',
  'Marlow Reservoir',
  'Gravel Three',
  'Osier Water',
]
const SPOTS = [
  'the shallow end',
  'the back of the bar',
  'the dam wall',
  'the far margin',
  'the lilies',
  'peg nine',
  'the deep hole',
]
const BAITS = [
  'a single hookbait',
  'a pink pop-up',
  'a handful of tigers',
  'a small solid bag',
  'floaters',
  'a zig at four feet',
]
const HOURS = ['first light', 'half past three', 'the last hour', 'midday, of all times', 'dusk', 'two in the morning']

const POSTS: ((t: Session) => string)[] = [
  (t) => `Moved to ${t.spot} at first light and had this one within the hour. ${t.weight}, released safely.`,
  (t) => `${t.water} looks lovely this morning. Mist on the water and nobody else about.`,
  (t) => `Blank number four on ${t.water}. I am told it builds character.`,
  (t) => `Bite at ${t.hour} on ${t.bait}. ${t.weight} of pure bad temper.`,
  (t) => `Anyone fished ${t.spot} on ${t.water} since the wind turned? Thinking of a night there on Friday.`,
  (t) => `New personal best! ${t.weight} from ${t.spot}. Still shaking. Thank you all for the advice.`,
  () => 'Kettle on, rods out, phone away. See you on Sunday.',
  (t) => `Note to self: bring the other boots. ${t.water} has risen a foot since last week.`,
  (t) => `The kingfisher sat on my middle rod for ten minutes. Best part of the trip, and I had ${t.weight} too.`,
  (t) =>
    `Tried ${t.bait} after three days of nothing and it went off in twenty minutes. Never again will I wait that long.`,
  () => 'Who tidied the car park? It looks wonderful. Owe you a tea.',
  (t) => `Full moon tonight. Going to ${t.water} anyway, somebody has to disprove it.`,
  (t) => `My daughter's first carp, at ${t.hour}, on ${t.bait}. She wants to know when we go again. 🎣`,
  (t) => `Lost one at the net at ${t.hour}. I am fine. I am completely fine.`,
  () => 'Question for the rig tiers: what do you use over silkweed? Mine comes back looking like a salad.',
  (t) => `${t.water}, ${t.spot}: clear at the bottom, bar at eleven wraps, smooth clay behind it. Help yourselves.`,
]
const COMMENTS = [
  'What a set of scales on that. Well done.',
  'Same swim as last week? I could not buy a bite there.',
  'Lovely fish.',
  'Proper old warrior that one.',
  'Looks cold! Worth it though.',
  'Fair play for moving, I would still be sat there.',
  'Great picture, what time was that?',
  'On my way.',
  'Net was too small, admit it.',
  'Congratulations! 🏆',
  'Short hinge rig and patience.',
  'I had that one two years ago at 26 lb, good to see it doing well.',
  'Save me the next peg.',
  'That mist!',
  'Been there. Tea helps.',
  'Try it a rod length further, there is a drop off.',
  'Welcome to the club of sleepless people.',
  'This made my morning.',
]

interface Session {
  water: string
  spot: string
  bait: string
  hour: string
  weight: string
}

/** A post about a session. */
export function postText(rng: Rng): string {
  const weight = rng.chance(0.6) ? `${rng.int(14, 38)} lb ${rng.int(0, 15)} oz` : `${rng.int(70, 190) / 10} kg`
  const session = {
    water: rng.pick(WATERS),
    spot: rng.pick(SPOTS),
    bait: rng.pick(BAITS),
    hour: rng.pick(HOURS),
    weight,
  }
  return rng.pick(POSTS)(session)
}

export const commentText = (rng: Rng): string => rng.pick(COMMENTS)

export const ANNOUNCEMENTS = [
  'Alder Mere opens again on Saturday at 7am. Please keep to the new path behind the dam, the bank there is soft.',
  'Autumn league: the table is final. Prizes go out this week, and winners find them on the dashboard.',
  'Work party on Saturday, 9am at the lodge. Bring gloves, we bring the bacon rolls.',
]
