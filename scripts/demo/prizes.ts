import { ago, type Demo, insert, type Member, named } from './demo.ts'

interface Item {
  title: string
  description: string
  type: 'points' | 'physical' | 'digital'
  quantity: number
  points_value?: number
  retail_value?: number
  /** Index into the pictures of the bank. */
  picture?: number
}

const PACKAGES: { name: string; description: string; is_active?: boolean; points_price?: number; items: Item[] }[] = [
  {
    name: 'Summer Tackle Box',
    description: 'For the member who brought the most newcomers.',
    items: [
      {
        title: 'Three-rod bite alarm set',
        description: 'Three wireless alarms and a receiver.',
        type: 'physical',
        quantity: 4,
        retail_value: 129,
        picture: 25,
      },
      {
        title: '500 points',
        description: 'Straight to the leaderboard.',
        type: 'points',
        points_value: 500,
        quantity: 10,
      },
    ],
  },
  {
    name: 'Autumn League',
    description: 'Prizes of the eight weeks in autumn.',
    points_price: 650,
    items: [
      {
        title: '10 kg bait bundle',
        description: 'Boilies, pop-ups and a tub of glug.',
        type: 'physical',
        quantity: 12,
        retail_value: 45.5,
        picture: 24,
      },
      {
        title: 'Rig school, one season',
        description: 'Access to all recorded evenings.',
        type: 'digital',
        quantity: 30,
      },
    ],
  },
  {
    name: 'Winter Bivvy',
    description: 'One for the overall winner of the winter league, and one for points.',
    points_price: 2600,
    items: [
      {
        title: 'Two-man bivvy with overwrap',
        description: 'Stands up to a January on the dam wall.',
        type: 'physical',
        quantity: 2,
        retail_value: 389,
        picture: 2,
      },
    ],
  },
  {
    name: 'Lodge Weekend',
    description: 'Two nights at the lodge. All gone.',
    items: [
      {
        title: 'Weekend at the lodge',
        description: 'Two nights, two rods, one breakfast.',
        type: 'digital',
        quantity: 2,
      },
    ],
  },
  {
    name: 'Night ticket, Withy Lake',
    description: 'Any weeknight before March.',
    points_price: 400,
    items: [
      { title: 'Night ticket', description: 'Two rods, from dusk to dawn.', type: 'digital', quantity: 2, picture: 5 },
    ],
  },
  {
    name: 'Spring Draw',
    description: 'Not open yet.',
    is_active: false,
    items: [{ title: 'Landing net', description: '42 inch, two pieces.', type: 'physical', quantity: 3 }],
  },
]

const STREETS = ['220 W Water St', '8 Canal Walk', '61 Elm St', '14 Mill Lane', '3 Heron Close', '77 Station Rd']
const TOWNS = [
  ['Syracuse', 'NY', '13202'],
  ['Albany', 'NY', '12207'],
  ['Dover', 'DE', '19901'],
  ['Burlington', 'VT', '05401'],
] as const

interface Award {
  to: string
  item: string
  /** Days ago. */
  awarded: number
  /** Days until the deadline; negative is past. */
  deadline: number
  claimed?: number
  status?: 'pending'
  fulfillment?: 'pending' | 'processing' | 'shipped' | 'delivered' | 'closed'
  method?: 'standard' | 'express'
  carrier?: string
  tracking?: string
  note?: string
  adminNote?: string
}

const AWARDS: Award[] = [
  { to: 'Tom_Withy', item: 'Three-rod bite alarm set', awarded: 29.2, deadline: 0.8 },
  { to: 'Tom_Withy', item: '10 kg bait bundle', awarded: 24, deadline: 6 },
  { to: 'Tom_Withy', item: 'Rig school, one season', awarded: 30, deadline: 1, claimed: 28, fulfillment: 'delivered' },
  {
    to: 'PegFourPaul',
    item: 'Three-rod bite alarm set',
    awarded: 19,
    deadline: 11,
    claimed: 18,
    fulfillment: 'shipped',
    method: 'standard',
    carrier: 'UPS',
    tracking: '1Z421BB70388908890',
    note: 'Left with a neighbour on request.',
  },
  { to: 'PegFourPaul', item: '500 points', awarded: 19, deadline: 11, claimed: 18.5, fulfillment: 'closed' },
  {
    to: 'IvyReeds',
    item: '10 kg bait bundle',
    awarded: 12,
    deadline: 18,
    claimed: 11,
    fulfillment: 'pending',
    method: 'standard',
  },
  {
    to: 'mirrormad_mel',
    item: 'Three-rod bite alarm set',
    awarded: 9,
    deadline: 21,
    claimed: 8,
    fulfillment: 'processing',
    method: 'express',
    note: 'Packed with the spare receiver battery.',
    adminNote: 'Check the house number before sending.',
  },
  { to: 'sarah_swim7', item: '500 points', awarded: 24, deadline: 6, claimed: 23, fulfillment: 'closed' },
  {
    to: 'Old Gregor',
    item: '10 kg bait bundle',
    awarded: 40,
    deadline: -10,
    claimed: 38,
    fulfillment: 'delivered',
    method: 'standard',
    carrier: 'Royal Mail',
    tracking: 'RM991122845GB',
  },
  {
    to: 'leney_lou',
    item: '10 kg bait bundle',
    awarded: 33,
    deadline: -3,
    claimed: 30,
    fulfillment: 'closed',
    method: 'express',
    carrier: 'Royal Mail',
    tracking: 'RM991122915GB',
    adminNote: 'Parcel came back once, sent again.',
  },
  { to: 'the_long_cast', item: 'Rig school, one season', awarded: 36, deadline: -6 },
  { to: 'zigs_and_zen', item: 'Rig school, one season', awarded: 3, deadline: 27, status: 'pending' },
  { to: 'Nightowl_Nat', item: 'Weekend at the lodge', awarded: 44, deadline: -14, claimed: 43 },
  { to: 'jo_on_the_bank', item: 'Weekend at the lodge', awarded: 5, deadline: 25 },
]

/**
 * Packages in stock, sold out and inactive.
 * @returns their IDs by name, and the items' IDs by title.
 */
export async function fillPackages(demo: Demo): Promise<{ packages: Map<string, string>; items: Map<string, string> }> {
  const { db, rng, admin, pictures } = demo
  const packages = new Map(PACKAGES.map(({ name }) => [name, rng.uuid()]))
  const items = new Map(PACKAGES.flatMap((box) => box.items.map((item) => [item.title, rng.uuid()] as const)))
  const boxes = PACKAGES.map(({ name, description, is_active = true, points_price = null }, index) => {
    const created = ago(demo, 70 - index * 9)
    return {
      id: packages.get(name),
      name,
      description,
      is_active,
      points_price,
      created_at: created,
      updated_at: created,
    }
  })
  await insert(db, 'public.prize_packages', boxes)
  const rows = PACKAGES.flatMap((box) => box.items.map((item) => ({ box, item }))).map(async ({ box, item }) => ({
    id: items.get(item.title),
    package_id: packages.get(box.name),
    title: item.title,
    description: item.description,
    type: item.type,
    points_value: item.points_value ?? null,
    retail_value: item.retail_value ?? null,
    quantity: item.quantity,
    image_url:
      item.picture === undefined
        ? null
        : await demo.upload('games-images', admin.id, pictures.bank[item.picture % pictures.bank.length] as Buffer),
    created_at: ago(demo, 60),
  }))
  await insert(db, 'public.prize_items', await Promise.all(rows))
  return { packages, items }
}

/** Awards in every state: open, pending, expired, claimed, and shipped. */
export async function fillAwards(demo: Demo, items: Map<string, string>): Promise<void> {
  const { db, rng } = demo
  const addresses = new Map<string, string>()
  for (const award of AWARDS) {
    const winner = named(demo, award.to)
    const id = rng.uuid()
    await insert(db, 'public.prize_awards', [
      {
        id,
        user_id: winner.id,
        item_id: items.get(award.item),
        awarded_at: ago(demo, award.awarded),
        status: award.status ?? 'assigned',
        claim_deadline: ago(demo, -30),
        terms_accepted: false,
      },
    ])
    const needsAddress = award.method !== undefined || award.to === 'Tom_Withy'
    if (needsAddress && !addresses.has(winner.id)) addresses.set(winner.id, await addAddress(demo, winner))
    if (award.claimed !== undefined) {
      // Only winners claim, so the claim rules read their ID here as they do in a request.
      await db.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: winner.id })])
      await db.query(
        `update public.prize_awards set status = 'claimed', terms_accepted = true, shipping_method = $2,
          shipping_address_id = $3 where id = $1`,
        [id, award.method ?? null, award.method ? addresses.get(winner.id) : null],
      )
      await db.query(`select set_config('request.jwt.claims', '', true)`)
    }
    await db.query('update public.prize_awards set admin_notes = $2 where id = $1', [id, award.adminNote ?? null])
    await db.query('alter table public.prize_awards disable trigger user')
    const claimed = award.claimed === undefined ? null : ago(demo, award.claimed)
    await db.query(
      `update public.prize_awards set claim_deadline = $2, claimed_at = $3, fulfillment_status = $4, tracking_number = $5,
        fulfillment_notes = $6, fulfillment_date = $7, carrier = $8 where id = $1`,
      [
        id,
        ago(demo, -award.deadline),
        claimed,
        award.fulfillment ?? null,
        award.tracking ?? null,
        award.note ?? null,
        award.fulfillment === 'shipped' ? ago(demo, (award.claimed ?? 3) - 2) : null,
        award.carrier ?? null,
      ],
    )
    await db.query('alter table public.prize_awards enable trigger user')
    if (claimed)
      await db.query(`update public.points_log set created_at = $2 where source_key = 'prize:' || $1`, [id, claimed])
  }
}

async function addAddress(demo: Demo, member: Member): Promise<string> {
  const { rng } = demo
  const id = rng.uuid()
  const isTom = member.username === 'Tom_Withy'
  const [city, state, postal_code] = isTom ? TOWNS[0] : rng.pick(TOWNS)
  const row = {
    id,
    user_id: member.id,
    full_name: isTom ? 'Tom Alder' : member.username.replaceAll(/[^\p{L} ]+/gu, ' ').trim(),
    email: member.email,
    phone_number: `+1 315 555 01${rng.int(10, 99)}`,
    address_line1: isTom ? STREETS[0] : rng.pick(STREETS),
    city,
    state,
    postal_code,
    country: 'United States',
    is_default: true,
    created_at: ago(demo, 50),
  }
  await insert(demo.db, 'public.shipping_addresses', [row])
  return id
}
