// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ToastProvider } from '../../../components/feedback/toast.tsx'
import { notificationsKeys } from '../../../data/notifications/keys.ts'
import type { NotificationSettings } from '../../../data/notifications/settings-query.ts'
import type { PushState } from '../../../data/push/subscription.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { NotificationSettingsPage } from './settings-page.tsx'

let state: PushState
const turnPushOn = vi.fn<() => Promise<PushState>>()
const turnPushOff = vi.fn<() => Promise<PushState>>()
vi.mock('../../../data/push/subscription.ts', () => ({
  pushState: () => Promise.resolve(state),
  turnPushOn: () => turnPushOn(),
  turnPushOff: () => turnPushOff(),
}))

vi.mock('../../../lib/supabase.ts', () => ({ supabase: () => Promise.reject(new Error('no answer')) }))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  turnPushOn.mockReset()
  turnPushOff.mockReset()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const settings = (has_push: boolean): NotificationSettings => ({
  groups: [{ name: 'connections', in_app: true, push: true, email: false }],
  quiet_from: '22:00',
  quiet_until: '07:00',
  time_zone: 'UTC',
  digest: 'weekly',
  has_push,
})
async function show(now: PushState, has_push: boolean) {
  state = now
  renderPage(
    <ToastProvider>
      <NotificationSettingsPage />
    </ToastProvider>,
    (queries) => {
      queries.setQueryData(notificationsKeys.settings(), settings(has_push))
      queries.setQueryData(notificationsKeys.mutes(), [])
    },
  )
  await screen.findByRole('table')
}
const columns = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const choices = () => within(screen.getByRole('region', { name: 'What and where' }))
const press = (name: string, role = 'button') => fireEvent.click(screen.getByRole(role, { name }))

it.each<[PushState, boolean, RegExp]>([
  ['off', true, /None of your devices/],
  ['blocked', false, /browser blocks notifications/],
  ['unsupported', false, /browser cannot show notifications/],
])(
  'without push on any device and %s here, the column for push is replaced by the reason',
  async (now, offers, text) => {
    await show(now, false)
    expect(columns()).toEqual(['Kind', 'In app', 'Email'])
    expect(choices().getByText(text)).toBeDefined()
    expect(choices().queryAllByRole('button', { name: 'Turn on push' })).toHaveLength(offers ? 1 : 0)
  },
)

it.each<[PushState, RegExp]>([
  ['off', /switches for push are about your other devices: push is off on this one/],
  ['blocked', /switches for push are about your other devices: this browser blocks notifications/],
  ['unsupported', /switches for push are about your other devices: this browser cannot show notifications/],
])('with push on another device and %s here, the column says whose it is', async (now, text) => {
  await show(now, true)
  expect(columns()).toEqual(['Kind', 'In app', 'Push', 'Email'])
  expect(choices().getByText(text)).toBeDefined()
})

it('with push on this device, nothing needs to be explained', async () => {
  await show('on', true)
  expect(columns()).toEqual(['Kind', 'In app', 'Push', 'Email'])
  expect(choices().queryByText(/other devices/)).toBeNull()
})

it.each([
  [
    () => new DOMException('push service error', 'AbortError'),
    'Failed to turn on push: this browser did not reach its push service',
  ],
  [() => new Error('there is no worker'), 'Failed to turn on push'],
])('a failure of push says that it was push', async (error, text) => {
  turnPushOn.mockRejectedValue(error())
  await show('off', false)
  press('Turn on push')
  expect(await screen.findByText(text)).toBeDefined()
  cleanup()
  await show('off', true)
  press('Push on this device', 'switch')
  expect(await screen.findByText(text)).toBeDefined()
})

it('a failure to turn push off says so, and offline nothing of the push service', async () => {
  turnPushOff.mockRejectedValue(new Error('no answer'))
  await show('on', true)
  press('Push on this device', 'switch')
  expect(await screen.findByText('Failed to turn off push')).toBeDefined()
  cleanup()
  vi.stubGlobal('navigator', { ...navigator, onLine: false })
  turnPushOn.mockRejectedValue(new DOMException('push service error', 'AbortError'))
  await show('off', true)
  press('Push on this device', 'switch')
  expect(await screen.findByText('Failed to turn on push')).toBeDefined()
})

it('the switch of this device is not saved when the browser refuses', async () => {
  turnPushOn.mockResolvedValue('blocked')
  await show('off', true)
  press('Push on this device', 'switch')
  const toast = await screen.findAllByText(/^Your browser blocks notifications/)
  // In the section and in the message.
  expect(toast).toHaveLength(2)
  expect(screen.queryByText('Saved')).toBeNull()
})
