import type { Locator, Page } from '@playwright/test'
import type { Database } from '../../contract/src/database.types.ts'
import type { Client, Correction, Stage } from './press-acts.ts'

type Table = keyof (Database['public']['Tables'] & Database['public']['Views'])

// What the acts of several specs are made of: rows, buttons and counts.

const HOUR_MS = 3_600_000
export const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
/** A moment in the format of the browser's date field. */
export const local = (hours: number) => {
  const moment = new Date(Date.now() + hours * HOUR_MS)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export const press = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name, exact: typeof name === 'string' })
export const question = (page: Page, label: string) => press(page.getByRole('dialog'), label)
export const status = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).last()
/** The content of the page, once a text is no longer in it. */
export const without = (page: Page, text: string) =>
  page.getByRole('main').and(page.locator(`:not(:has-text("${text}"))`))

/** Opens a question about a row of a list, and returns the button that confirms it. */
export async function ask(page: Page, path: string, open: string, label: string): Promise<Locator> {
  await page.goto(path)
  await press(page, open).first().click()
  return question(page, label)
}

/** Number of rows in which a column has a value. */
export const count = (client: Client, table: Table, column: string, value: string) => async () =>
  (
    await client
      .from(table as 'games')
      .select('*', { count: 'exact', head: true })
      .eq(column as 'id', value)
      .throwOnError()
  ).count

/** A creation whose text is changed after a lost answer: there is one row, with the new text. */
export const renaming = (
  { page, admin }: Stage,
  field: Locator,
  table: Table,
  column: string,
  text: string,
): Correction => ({
  change: () => field.fill(`${text} changed`),
  told: status(page, new RegExp(`${text} changed`)),
  stored: async () =>
    (
      await admin
        .from(table as 'games')
        .select(column as 'title')
        .like(column as 'title', `${text}%`)
        .throwOnError()
    ).data,
  is: [{ [column]: `${text} changed` }],
})

/** What the trail says about a row, without its creation. */
export const changes = (admin: Client, id: string) => async () =>
  (await admin.from('audit_log').select('action').eq('subject_id', id).order('at').throwOnError()).data
    .map(({ action }) => action)
    .filter((action) => !/^(create|make|add)_/.test(action ?? ''))

const idOf = async (made: PromiseLike<{ data: { id: string } }>) => (await made).data.id

export const makeGame = ({ admin, name }: Pick<Stage, 'admin' | 'name'>, fields: object = {}) => {
  const times = { start_date: at(-1), end_date: at(1), image_url: '/mark.svg' }
  const game = { type: 'pick_swim', title: name, metadata: { winning_square: 47 }, ...times, ...fields }
  return idOf(
    admin
      .from('games')
      .insert(game as never)
      .select('id')
      .single()
      .throwOnError(),
  )
}

export const makeCard = ({ admin, name }: Stage) => {
  const card = { title: name, description: 'x', placement: 'games', start_date: at(-1), end_date: at(1) }
  return idOf(
    admin
      .from('info_cards')
      .insert(card as never)
      .select('id')
      .single()
      .throwOnError(),
  )
}

export const makeVideo = ({ admin, name }: Stage, fields: object = {}) => {
  const video = { title: name, embed_code: 'https://vimeo.com/123456789', scheduled_for: at(1), ...fields }
  return idOf(
    admin
      .from('live_videos')
      .insert(video as never)
      .select('id')
      .single()
      .throwOnError(),
  )
}

export const makeBadge = ({ admin, name }: Stage) =>
  idOf(admin.from('badges').insert({ name, description: 'Owl' }).select('id').single().throwOnError())

/** A package with one item, of which there are three. */
export const makePackage = async ({ admin, name }: Stage) => {
  const id = await idOf(admin.from('prize_packages').insert({ name }).select('id').single().throwOnError())
  const item = { package_id: id, title: `${name} item`, type: 'physical', quantity: 3 }
  const itemId = await idOf(admin.from('prize_items').insert(item).select('id').single().throwOnError())
  return { id, itemId }
}

export const makeScheduled = ({ admin, name }: Stage) =>
  idOf(
    admin
      .from('scheduled_announcements')
      .insert({ content: name, publish_at: at(48) })
      .select('id')
      .single()
      .throwOnError(),
  )

export const makePost = ({ own, name }: Stage) =>
  idOf(own.from('newsfeed_posts').insert({ content: name }).select('id').single().throwOnError())

/** Somebody whose sign-up names the member as the referrer. */
export async function bringFriend({ instance }: Pick<Stage, 'instance'>, referrer_id: string): Promise<string> {
  const username = `friend_${crypto.randomUUID().slice(0, 8)}`
  const email = `${username}@bankside.test`
  const client = await instance.client()
  const { error } = await client.auth.signUp({
    email,
    password: 'quiet-water',
    options: { data: { username, referrer_id } },
  })
  if (error) throw error
  return email
}
