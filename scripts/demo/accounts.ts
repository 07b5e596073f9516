import type { Client } from 'pg'
import { DAY, type Demo, insert, type Member, named } from './demo.ts'
import { CAST, PEOPLE } from './people.ts'
import type { Rng } from './rng.ts'

export const PASSWORD = 'tight lines'

const EMAILS: Record<string, string> = {
  [CAST.admin]: 'admin@bankside.test',
  [CAST.busy]: 'tom@bankside.test',
  [CAST.fresh]: 'finn@bankside.test',
  [CAST.suspended]: 'max@bankside.test',
  RajCarper: 'raj@carpmail.test',
}

/** Referred -> referrer; those in the second list still wait for approval. */
const COMPLETED = [
  ['IvyReeds', CAST.busy],
  ['Ken B', CAST.busy],
  ['jo_on_the_bank', 'Nightowl_Nat'],
  ['two_bite_tina', 'Nightowl_Nat'],
  ['zander_ali', 'mirrormad_mel'],
  ['Big Al', 'leney_lou'],
] as const
const PENDING = [
  ['RajCarper', CAST.busy],
  [CAST.fresh, 'Old Gregor'],
  ['sunrise_sue', 'leney_lou'],
  ['quiver_quinn', 'leney_lou'],
] as const

/** Plans the members and their joining dates; nothing is stored yet. */
export function castMembers(rng: Rng, now: number): { admin: Member; members: Member[] } {
  const member = (person: (typeof PEOPLE)[number], index: number): Member => ({
    ...person,
    id: rng.uuid(),
    email: EMAILS[person.username] ?? `angler${index + 1}@carpmail.test`,
    joined: now - (person.username === CAST.fresh ? 0.2 : rng.int(60, 420)) * DAY,
  })
  const members = PEOPLE.map(member)
  const admin = member(
    { username: CAST.admin, area: 'Alder Mere', points: 0, badges: 0, form: 0, bio: 'I unlock the gate.' },
    -1,
  )
  return { admin, members }
}

/** Creates the accounts, all with the one demo password, which is hashed once. */
export async function fillAccounts(demo: Demo): Promise<void> {
  const { db, admin, members } = demo
  const hash = await passwordHash(db)
  const referrers = new Map<string, string>([...COMPLETED, ...PENDING])
  const rank = (member: Member) => (referrers.has(member.username) ? 1 : 0)
  const everyone = [admin, ...members].sort((a, b) => rank(a) - rank(b))
  const rows = everyone.map((member) => {
    const joined = new Date(member.joined).toISOString()
    const referrer = referrers.get(member.username)
    return {
      instance_id: '00000000-0000-0000-0000-000000000000',
      id: member.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: member.email,
      encrypted_password: hash,
      email_confirmed_at: joined,
      confirmation_token: '',
      recovery_token: '',
      email_change_token_new: '',
      email_change: '',
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: {
        username: member.username,
        sub: member.id,
        email: member.email,
        email_verified: true,
        phone_verified: false,
        ...(referrer && { referrer_id: named(demo, referrer).id }),
      },
      phone_change: '',
      phone_change_token: '',
      email_change_token_current: '',
      email_change_confirm_status: 0,
      reauthentication_token: '',
      is_sso_user: false,
      is_anonymous: false,
      created_at: joined,
      updated_at: joined,
    }
  })
  await insert(db, 'auth.users', rows)
  await db.query(`
    insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
      select u.id::text, u.id, u.raw_user_meta_data - 'username' - 'referrer_id', 'email', u.created_at, u.created_at
      from auth.users as u
      on conflict do nothing`)
  await db.query('update public.profiles set is_admin = true where id = $1', [admin.id])
  // The members of the demo have been here before.
  await db.query('delete from private.awaited_welcomes')
}

/** Avatars, photos and texts; a third of the members have no avatar, the new member has nothing at all. */
export async function fillProfiles(demo: Demo): Promise<void> {
  const { db, rng, admin, members, pictures } = demo
  const rows = await Promise.all(
    [admin, ...members].map(async (member, index) => {
      const isNew = member.username === CAST.fresh
      const photos = isNew ? 0 : member.username === CAST.busy ? 4 : rng.pick([0, 1, 2, 3, 3, 4, 5, 6])
      const hasAvatar =
        !isNew && member.username !== 'Old Gregor' && (index < 6 || member.username === CAST.busy || rng.chance(0.66))
      const avatar = pictures.avatars[index % pictures.avatars.length] as Buffer
      const chosen = [
        ...rng.sample(pictures.carp, Math.ceil(photos / 2)),
        ...rng.sample(pictures.bank, Math.floor(photos / 2)),
      ]
      const unit = member.area.includes('New York') || rng.chance(0.6) ? 'lbs' : 'kg'
      // All random choices are made before the first upload, because the order of uploads differs between runs.
      const weight_value = isNew ? null : rng.int(unit === 'lbs' ? 140 : 65, unit === 'lbs' ? 460 : 210) / 10
      return {
        id: member.id,
        bio: member.bio,
        avatar_url: hasAvatar ? await demo.upload('avatars', member.id, avatar) : '',
        fishing_photos: await Promise.all(chosen.map((photo) => demo.upload('fishing-photos', member.id, photo))),
        fishing_area: member.area,
        weight_unit: unit,
        weight_value,
        created_at: new Date(member.joined).toISOString(),
      }
    }),
  )
  await db.query(
    `update public.profiles as p set bio = r.bio, avatar_url = r.avatar_url, fishing_photos = r.fishing_photos,
        fishing_area = r.fishing_area, weight_unit = r.weight_unit, weight_value = r.weight_value, created_at = r.created_at
      from jsonb_populate_recordset(null::public.profiles, $1::jsonb) as r where r.id = p.id`,
    [JSON.stringify(rows)],
  )
  await db.query('update public.profiles set is_suspended = true where username = $1', [CAST.suspended])
  await db.query(
    `update private.suspended_accounts as s set reason = $2
      from public.profiles as p where p.id = s.account_id and p.username = $1`,
    [
      CAST.suspended,
      'Advertising bait in posts, after two warnings. Write to the committee when you want to come back.',
    ],
  )
}

/** Approves some referrals, dated when they would have been approved. */
export async function fillReferrals(demo: Demo): Promise<void> {
  const { db } = demo
  for (const [index, [referred]] of COMPLETED.entries()) {
    const { id, joined } = named(demo, referred)
    const when = new Date(Math.max(joined, demo.now - (37 + index * 12) * DAY)).toISOString()
    await db.query(`update public.referrals set status = 'completed' where referred_user_id = $1`, [id])
    await db.query('alter table public.referrals disable trigger user')
    await db.query('update public.referrals set created_at = $3, completed_at = $2 where referred_user_id = $1', [
      id,
      when,
      new Date(joined).toISOString(),
    ])
    await db.query('alter table public.referrals enable trigger user')
    await db.query(
      `update public.points_log as l set created_at = $2 from public.referrals as r
        where r.referred_user_id = $1 and l.source_key = 'referral:' || r.id`,
      [id, when],
    )
  }
}

async function passwordHash(db: Client): Promise<string> {
  const { rows } = await db.query<{ hash: string }>(
    `select extensions.crypt($1, extensions.gen_salt('bf', 10)) as hash`,
    [PASSWORD],
  )
  return rows[0]?.hash ?? ''
}
