import { inTurns, type Rng } from './rng.ts'

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
  (t) => `Four hours' sleep, one liner, one ${t.weight} mirror. I would take that every week.`,
  (t) => `The wind swung round at ${t.hour} and they followed it straight into ${t.spot}.`,
  () => 'Weighed the sling before the fish for once. My last three personal bests have just shrunk.',
  (t) => `Drove two hours to ${t.water}, left the bank sticks at home. Cut two hazels, caught anyway.`,
  (t) => `Slow one. A tench at ${t.hour} and a swan that thinks it pays for a ticket.`,
  (t) => `${t.spot[0]?.toUpperCase()}${t.spot.slice(1)} gave up two before breakfast, the better one ${t.weight}.`,
  () => 'If you find a blue mug with no handle at the lodge: it is mine, and it is not rubbish.',
  (t) => `First trip since the operation. One carp, ${t.weight}, and a nurse who may never hear of it.`,
  (t) => `Watched them cruise past ${t.spot} all afternoon and ignore ${t.bait}. Respect.`,
  (t) => `Swapped to ${t.bait} on my neighbour's word. Neighbour is now owed a curry.`,
  () => 'Anyone going to the tackle sale on Saturday? I have two seats and no self control.',
  (t) => `Rain, rain, a rainbow, ${t.weight}, rain.`,
  (t) => `The old linear from ${t.water} is back after two years away. ${t.weight}, and not a mark on her.`,
  () => 'My alarm has developed a stutter. Is there a cure, or does it have to go to the lake in the sky?',
  (t) => `Taught my nephew to read ${t.water} today. He outfished me from ${t.spot}. I blame the teacher.`,
  (t) => `Margin at ${t.hour}, rod tip over the reeds, heart in my mouth. ${t.weight} of it.`,
  () => 'Otter prints on the island again. I have told the bailiff, please shut the lower gate behind you.',
  (t) => `Nothing to show but sunburn. ${t.water} does that to a man.`,
  (t) => `Baited ${t.spot} three evenings running and fished none of them. Tomorrow, surely.`,
  (t) => `A carp rolled at ${t.hour} exactly where I had reeled in from. Every time.`,
  () => 'Has anybody tried the new barrow? Mine has a flat tyre and a bad temper.',
  (t) => `Twenty years on ${t.water} and I still found a hole nobody had told me about.`,
  (t) => `Quick overnighter after work, ${t.weight} on ${t.bait}, back at my desk by nine. Smelling of it.`,
  () => 'Lost: one landing net, floats badly. Found: one pair of glasses, left lens only. Shall we trade?',
  (t) => `The ice has gone from ${t.spot}. Not that it made any difference to the bites.`,
  (t) => `I promised a photo when I broke thirty. It was ${t.weight}. The promise stands.`,
  () => 'Two coots fought over my float for an hour. Better than the television.',
  (t) => `${t.water} fished hard for everybody this weekend. Eleven anglers, one bite, and it was a bream.`,
  (t) => `Put ${t.bait} under the rod tip, went to fill the kettle, and you can guess the rest.`,
  () => 'To the angler who came back across the lake at midnight with a spare battery: thank you.',
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
  'That tail could sweep a yard.',
  'I walked past that swim twice. Typical.',
  'Which hook size, if you are telling?',
  'Best post of the week.',
  'My knees hurt just reading it.',
  'You earned that one.',
  'See you there on Friday, then.',
  'The rain was worth it.',
  'She looks in good condition.',
  'Put the kettle on, I am ten minutes away.',
  'Not jealous at all.',
  'Every single time!',
  'Took me four seasons to find out the same.',
  'Have you told your wife?',
  'That water has it in for all of us.',
  'A proper winter fish.',
  'Good on you for putting her back so well.',
  'I have one like that on my wall. Smaller, though.',
  'Gates are locked from six, mind.',
  'Count me in.',
  'And that is why we do it.',
  'Bream count. Just not for points.',
]

interface Session {
  water: string
  spot: string
  bait: string
  hour: string
  weight: string
}

/** Posts about sessions. Neighbours differ: all kinds have been used before one comes again. */
export function postTexts(rng: Rng): () => string {
  const next = inTurns(rng, POSTS)
  return () => {
    const weight = rng.chance(0.6) ? `${rng.int(14, 38)} lb ${rng.int(0, 15)} oz` : `${rng.int(70, 190) / 10} kg`
    const session = {
      water: rng.pick(WATERS),
      spot: rng.pick(SPOTS),
      bait: rng.pick(BAITS),
      hour: rng.pick(HOURS),
      weight,
    }
    return next()(session)
  }
}

/** Comments; neighbours differ, too. */
export const commentTexts = (rng: Rng): (() => string) => inTurns(rng, COMMENTS)

export const ANNOUNCEMENTS = [
  'Alder Mere opens again on Saturday at 7am. Please keep to the new path behind the dam, the bank there is soft.',
  'Autumn league: the table is final. Prizes go out this week, and winners find them on the dashboard.',
  'Work party on Saturday, 9am at the lodge. Bring gloves, we bring the bacon rolls.',
]
