import { ago, DAY, type Demo, insert, type Member, named } from './demo.ts'
import { CAST } from './people.ts'
import { inTurns } from './rng.ts'

const VARIETIES = ['common', 'common', 'common', 'mirror', 'mirror', 'leather', 'ghost', 'grass']
const VISIBILITIES = ['members', 'members', 'connections', 'connections', 'me']
const WORDS = [
  'Slow sinker over a handful of pellet, in the last of the light.',
  'First take after three blank nights.',
  'On a wafter, two foot off the bottom. Fought like a bigger one.',
  'Snow on the bivvy, fish on the mat.',
  'Nearly missed the run making tea.',
  '',
  '',
]

/** Three years of journals: Tom's, which grows to his best, and shorter ones of some members. */
export async function fillCatches(demo: Demo): Promise<void> {
  const { db, rng } = demo
  const nextCarp = inTurns(rng, demo.pictures.carp)
  const journal = async (member: Member, count: number, heaviest: number) => {
    const days = Array.from({ length: count }, () => 2 + rng.next() ** 1.3 * 1050).sort((a, b) => b - a)
    return await Promise.all(
      days.map(async (age, index) => {
        // Anglers improve, with many smaller fish in between.
        const grown = 0.45 + 0.5 * (index / count)
        const grams = Math.round(heaviest * grown * (0.7 + 0.3 * rng.next()))
        const photo = rng.chance(0.6) ? await demo.upload('catch-photos', member.id, nextCarp()) : undefined
        return {
          user_id: member.id,
          grams: index === count - 2 ? heaviest : grams,
          caught_on: new Date(demo.now - age * DAY).toISOString().slice(0, 10),
          variety: rng.pick(VARIETIES),
          visibility: index === count - 2 ? 'members' : rng.pick(VISIBILITIES),
          words: rng.pick(WORDS),
          photo_path: photo?.replace('/storage/v1/object/public/catch-photos/', '') ?? null,
          created_at: ago(demo, Math.max(0.1, age - 0.2)),
        }
      }),
    )
  }
  const rows = [
    ...(await journal(named(demo, CAST.busy), 23, 11_850)),
    ...(await journal(named(demo, 'mirrormad_mel'), 14, 14_175)),
    ...(await journal(named(demo, 'leney_lou'), 8, 12_500)),
  ]
  await insert(db, 'public.catches', rows)
}
