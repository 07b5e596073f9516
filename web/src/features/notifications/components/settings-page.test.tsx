// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
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

type Rpc = (name: string, args?: Record<string, unknown>) => Promise<unknown>
let rpc: Rpc
vi.mock('../../../lib/supabase.ts', () => ({
  supabase: () =>
    Promise.resolve({
      rpc: (name: string, args?: Record<string, unknown>) => ({
        abortSignal: () => ({ throwOnError: () => rpc(name, args) }),
        throwOnError: () => rpc(name, args),
      }),
    }),
}))

beforeEach(() => {
  rpc = () => Promise.reject(new Error('no answer'))
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
async function show(now: PushState, has_push: boolean, has_mail = true) {
  state = now
  renderPage(
    <ToastProvider>
      <NotificationSettingsPage />
    </ToastProvider>,
    (queries) => {
      queries.setQueryData(notificationsKeys.settings(), { ...settings(has_push), has_mail })
      queries.setQueryData(notificationsKeys.mutes(), [])
    },
  )
  await screen.findByRole('table')
}
const columns = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const choices = () => within(screen.getByRole('region', { name: 'What and where' }))
const press = (name: string, role = 'button') => fireEvent.click(screen.getByRole(role, { name }))

it.each<[PushState, RegExp, number]>([
  ['off', /None of your devices/, 1],
  ['blocked', /browser blocks notifications/, 0],
  ['unsupported', /browser cannot show notifications/, 0],
])(
  'without push on any device and %s here, the column for push is there, and a line says why',
  async (now, text, on) => {
    await show(now, false)
    expect(columns()).toEqual(['Kind', 'In app', 'Push', 'Email'])
    expect(choices().getByText(text)).toBeDefined()
    expect(screen.queryAllByRole('switch', { name: 'Push on this device' })).toHaveLength(on)
    expect(screen.getByRole('switch', { name: 'Connections, push' })).toBeDefined()
  },
)

it('on a site that sends no emails, neither emails nor the digest are offered, and a sentence says why', async () => {
  await show('on', true, false)
  expect(columns()).toEqual(['Kind', 'In app', 'Push'])
  expect(screen.queryByRole('radiogroup')).toBeNull()
  expect(choices().getByText(/This site does not send emails at present/)).toBeDefined()
})

it.each<[PushState, RegExp]>([
  ['off', /Off here. The push switches below apply to your other devices/],
  ['blocked', /browser blocks notifications. The push switches below apply to your other devices/],
  ['unsupported', /browser cannot show notifications. The push switches below apply to your other devices/],
])('with push on another device and %s here, the column says whose it is', async (now, text) => {
  await show(now, true)
  expect(columns()).toEqual(['Kind', 'In app', 'Push', 'Email'])
  expect(choices().getByText(text)).toBeDefined()
})

it('with push on this device, one switch turns it off, and nothing needs to be explained', async () => {
  await show('on', true)
  expect(screen.getAllByRole('switch', { name: /this device/ })).toHaveLength(1)
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
  press('Push on this device', 'switch')
  expect(await screen.findByText(text)).toBeDefined()
})

it('says which emails cannot be switched off, and that quiet hours do not delay them', async () => {
  await show('on', true)
  expect(screen.getByText(/^Emails about your account are always sent, even during quiet hours: /).textContent).toBe(
    'Emails about your account are always sent, even during quiet hours: to confirm an address, to set a new password, and with links and codes that you request.',
  )
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
  await show('off', false)
  press('Push on this device', 'switch')
  // In the section and in the message, of which either may come first.
  await waitFor(() => expect(screen.getAllByText(/^Your browser blocks notifications/)).toHaveLength(2))
  expect(screen.queryByText('Saved')).toBeNull()
})

const LOST = () => Promise.reject(new TypeError('Failed to fetch'))
const isOn = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')

it('a choice whose answers are lost is shown as it is stored', async () => {
  const stored = settings(true)
  rpc = (name, args) => {
    if (name === 'my_notification_settings') return Promise.resolve({ data: structuredClone(stored) })
    if (name === 'save_notification_setting') stored.groups[0] = { ...stored.groups[0]!, email: args?.is_on === true }
    if (name === 'save_notification_times') Object.assign(stored, args)
    return LOST()
  }
  await show('on', true)
  press('Connections, email', 'switch')
  expect(await screen.findByText('Failed to save settings')).toBeDefined()
  await waitFor(() => expect(isOn('Connections, email')).toBe('true'))
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '21:30' } })
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('From').value).toBe('21:30'))
})

it('a choice whose answer is lost once is saved', async () => {
  const answers = [LOST]
  rpc = () => answers.pop()?.() ?? Promise.resolve({ data: { ...settings(true), time_zone: 'Europe/London' } })
  await show('on', true)
  press('Connections, email', 'switch')
  expect(await screen.findByText('Saved')).toBeDefined()
  expect(screen.queryByText('Failed to save settings')).toBeNull()
})

it('quiet hours that are switched off and on again keep their times', async () => {
  const stored = settings(true)
  rpc = (_, args) => {
    Object.assign(stored, args)
    return Promise.resolve({ data: structuredClone(stored), error: null })
  }
  await show('on', true)
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '06:30' } })
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '08:00' } })
  await waitFor(() => expect(stored).toMatchObject({ quiet_from: '06:30', quiet_until: '08:00' }))
  press('Quiet hours', 'switch')
  await waitFor(() => expect(screen.queryByLabelText('From')).toBeNull())
  press('Quiet hours', 'switch')
  expect((await screen.findByLabelText<HTMLSelectElement>('From')).value).toBe('06:30')
  expect(screen.getByLabelText<HTMLSelectElement>('Until').value).toBe('08:00')
})

it('nothing has failed when the browser’s question is dismissed', async () => {
  turnPushOn.mockResolvedValue('off')
  await show('off', true)
  press('Push on this device', 'switch')
  await waitFor(() => expect(isOn('Push on this device')).toBe('false'))
  // Beside the switch only.
  expect(screen.getAllByText(/^Off here/)).toHaveLength(1)
  expect(screen.queryByText('Saved')).toBeNull()
})
