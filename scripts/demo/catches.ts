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
  await fillRecords(demo)
}

/** Of the catches for everyone with a photo: the heavier half is verified, and the latest two of the others wait. */
async function fillRecords({ db }: Demo): Promise<void> {
  await db.query(`
    with shown as (
      select c.*, percent_rank() over (order by c.grams) as weight, row_number() over (order by c.caught_on desc) as newness
      from public.catches as c where c.visibility = 'members' and c.photo_path is not null
    ),
    lighter as (
      select s.*, row_number() over (order by s.newness) as place from shown as s where s.weight < 0.5
    )
    insert into private.record_offers
      (catch_id, user_id, grams, caught_on, variety, created_at, decision, decided_at, decided_by)
      select s.id, s.user_id, s.grams, s.caught_on, s.variety, s.created_at, 'verify', s.created_at + interval '2 hours',
        (select p.id from public.profiles as p where p.is_admin order by p.created_at, p.id limit 1)
      from shown as s where s.weight >= 0.5
      union all
      select l.id, l.user_id, l.grams, l.caught_on, l.variety, l.created_at, null, null, null
      from lighter as l where l.place <= 2`)
}
