// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ToastProvider } from '../../../components/feedback/toast.tsx'
import type { Muting } from '../../../components/options/options-list.tsx'
import { networkKeys } from '../../../data/network/keys.ts'
import type { MemberOnPage } from '../../../data/network/member-page-query.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { MemberHead } from './member-head.tsx'

const requests: string[] = []
let isLost = false
vi.mock('../../../lib/supabase.ts', () => ({
  supabase: () =>
    Promise.resolve({
      from: () => {
        const told: string[] = []
        const client = {
          update: ({ status }: { status: string }) => client.say(status),
          delete: () => client.say('delete'),
          select: () => client,
          eq: (column: string, value: string) => client.say(`${column} ${value}`),
          say: (text: string) => {
            told.push(text)
            return client
          },
          throwOnError: () => {
            requests.push(told.join(', '))
            return isLost ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ data: [{}] })
          },
        }
        return client
      },
    }),
}))
vi.spyOn(console, 'error').mockImplementation(() => {})

afterEach(() => {
  cleanup()
  requests.length = 0
  isLost = false
})

const rea = {
  id: 'rea',
  username: 'Rea',
  avatar_url: '',
  created_at: '2026-01-01T00:00:00Z',
  medals: [] as MemberOnPage['medals'],
} as MemberOnPage

const show = (standing?: string, muting?: Muting, member = rea) =>
  renderPage(
    <ToastProvider>
      <MemberHead
        member={member}
        userId="tom"
        withMuting={(menu) => menu(muting)}
        withSums={(figures) => figures({ best: '31 lb 4 oz', count: '58' })}
      />
    </ToastProvider>,
    (queries) => queries.setQueryData(networkKeys.connections('tom'), standing ? { rea: standing } : {}),
  )
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it.each([
  ['Accept', 'accepted', 'connected', 'Connected: Rea', 'You and Rea are connected.'],
  ['Decline', 'delete', undefined, 'Connect with Rea', 'Request declined.'],
])(
  'says that a member would like to connect, and keeps the focus after %s',
  async (answer, what, after, name, text) => {
    const { queries } = show('asked')
    expect(screen.getByRole('group', { name: 'Rea would like to connect' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Connect with Rea' })).toBeNull()
    press(`${answer} Rea`)
    expect(await screen.findByText(text)).toBeDefined()
    expect(requests).toEqual([`${what}, user_id rea, connected_user_id tom, status pending`])
    queries.setQueryData(networkKeys.connections('tom'), after ? { rea: after } : {})
    const button = await screen.findByRole('button', { name })
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(screen.queryByText(/would like to connect/)).toBeNull()
  },
)

it('says nothing of a request where there is none, and an answer that fails can be given again', async () => {
  const { queries } = show()
  expect(screen.getByRole('button', { name: 'Connect with Rea' })).toBeDefined()
  expect(screen.queryByText(/would like to connect/)).toBeNull()
  isLost = true
  queries.setQueryData(networkKeys.connections('tom'), { rea: 'asked' })
  await screen.findByText(/would like to connect/)
  press('Decline Rea')
  expect(await screen.findByText('Your answer could not be sent. Try again.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Decline Rea' }).getAttribute('aria-disabled')).toBeNull()
})

it('offers no sharing in the menu, because the page has a button for it', async () => {
  show()
  press('Member options')
  expect(await screen.findByRole('menuitem', { name: /^Report/ })).toBeDefined()
  expect(screen.queryByRole('menuitem', { name: 'Share' })).toBeNull()
})

it('has Report and Block below a rule in the menu, in the colour of warnings', async () => {
  show(undefined, { text: 'Mute this member', icon: null, isBusy: false, toggle: () => {} })
  press('Member options')
  await screen.findByRole('menuitem', { name: /^Report/ })
  const items = [...screen.getByRole('menu').children].map(({ textContent, tagName, className }) =>
    tagName === 'HR' ? '-' : `${textContent}${className && `, ${className}`}`,
  )
  expect(items).toEqual(['Mute this member', '-', 'Report, is-danger', 'Block, is-danger'])
})

it('says the points, the rank as a place, the best and the number of catches', () => {
  show(undefined, undefined, { ...rea, points: 4120, rank: 1042 })
  const figures = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent)
  expect(figures('term')).toEqual(['Points', 'Rank', 'Best', 'Catches'])
  expect(figures('definition')).toEqual(['4,120', '1,042nd', '31 lb 4 oz', '58'])
})

it('has the medals of seasons, and no list without one', () => {
  show()
  expect(screen.queryByRole('list', { name: 'Medals' })).toBeNull()
  cleanup()
  const medals = [
    { begins: '2026-01-01', season: '2026', rank: 2 },
    { begins: '2024-06-16', season: '2024/25', rank: 1 },
  ]
  show(undefined, undefined, { ...rea, medals })
  const rows = within(screen.getByRole('list', { name: 'Medals' })).getAllByRole('listitem')
  expect(rows.map((row) => row.lastChild?.textContent)).toEqual(['2nd, season 2026', '1st, season 2024/25'])
  expect(rows[0]?.querySelector('.plate-2')).toBeTruthy()
})
