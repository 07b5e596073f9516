import { ago, type Demo, insert } from './demo.ts'

/** Info cards in every state, one live video running, and pictures for the landing page. */
export async function fillSite(demo: Demo): Promise<void> {
  const { db, rng, admin, pictures } = demo
  const banners = await Promise.all(pictures.banners.map((jpeg) => demo.upload('games-images', admin.id, jpeg)))
  const card = (
    placement: string,
    title: string,
    description: string,
    from: number,
    to: number,
    rest: object = {},
  ) => ({
    id: rng.uuid(),
    title,
    description,
    placement,
    image_url: rng.pick(banners),
    cta_text: 'Learn More',
    cta_url: '/leaderboard',
    start_date: ago(demo, from),
    end_date: ago(demo, to),
    is_active: true,
    created_at: ago(demo, Math.max(from, 0.5)),
    ...rest,
  })
  await insert(db, 'public.info_cards', [
    card(
      'home',
      'Winter league opens',
      'Eight weeks, three games a week and one winter bivvy for the overall winner.',
      6,
      -40,
    ),
    card(
      'home',
      'New members meet on Sunday',
      'Ten in the morning at the lodge of Alder Mere. Tea, rigs, a walk round.',
      3,
      -9,
    ),
    card('home', 'Prizes are on their way', 'Everything from the autumn league has been packed.', 2, -20, {
      cta_url: null,
      cta_text: null,
    }),
    card('newsfeed', 'Work party at Alder Mere', 'Saturday, 9am. Bring gloves, we bring the bacon rolls.', 2, -5),
    card('newsfeed', 'Fish care, please', 'Wet the mat, wet the hands, keep it low. Two minutes that matter.', 30, -60),
    card(
      'games',
      'How results work',
      'The answer is sealed before the first entry. Check it yourself when a game closes.',
      20,
      -90,
    ),
    card('games', 'Carp of the week, every week', 'One photo each. The team picks three on Sunday night.', 10, -30),
    card('home', 'Spring open day', 'Save the date: the boats come out again.', -20, -50),
    card('newsfeed', 'Autumn league opens', 'Eight weeks, three games a week.', 80, 20),
    card('games', 'Night games', 'An idea that is still being argued about.', 10, -30, { is_active: false }),
  ])
  const video = (title: string, description: string, embed_code: string, daysAgo: number, is_active: boolean) => ({
    id: rng.uuid(),
    title,
    description,
    embed_code,
    scheduled_for: ago(demo, daysAgo),
    is_active,
    created_at: ago(demo, Math.max(daysAgo, 1) + 3),
    updated_at: ago(demo, 1),
  })
  await insert(db, 'public.live_videos', [
    video('Winter rigs with Old Gregor', WINTER_RIGS, 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', 0.05, true),
    video('Reading a lake from the car park', 'Wind, birds, bubbles.', 'https://vimeo.com/76979871', 24, false),
    video('League final, last hour', 'Live from the dam wall.', 'https://www.twitch.tv/videos/106400740', -6, false),
  ])
  const { rows } = await db.query<{ section: string }>('select section from public.landing_content order by section')
  for (const [index, { section }] of rows.entries())
    if (section !== 'hero')
      await db.query('update public.landing_content set image_url = $2 where section = $1', [section, banners[index]])
}

const WINTER_RIGS =
  'An hour on the bench: hook sharpening, short hinge rigs and when to leave the water alone. Bring a brew and your questions from the newsfeed.'
