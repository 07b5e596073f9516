// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authKeys } from '../../../data/auth/keys.ts'
import { notificationsKeys } from '../../../data/notifications/keys.ts'
import type { NotificationSettings } from '../../../data/notifications/settings-query.ts'
import { profileKeys } from '../../../data/profile/keys.ts'
import type { OwnProfile } from '../../../data/profile/own-profile-query.ts'
import type { OwnSummary } from '../../../hooks/use-session.ts'
import { type BanksideClient, supabase } from '../../../lib/supabase.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { profileRow } from '../../../testing/rows.ts'
import { viewer } from '../../../testing/viewer.ts'
import { zoneText } from '../welcome-text.ts'
import { WelcomePage } from './welcome-page.tsx'

vi.mock('../../../lib/supabase.ts', () => ({ supabase: vi.fn() }))

const ID = '7c1e'
const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone
const SETTINGS: NotificationSettings = {
  groups: ['games', 'mentions', 'replies', 'reactions'].map((name) => ({
    name,
    in_app: name !== 'mentions',
    push: false,
    email: false,
  })),
  quiet_from: '22:00',
  quiet_until: '07:00',
  time_zone: 'UTC',
  digest: 'weekly',
  has_mail: true,
  has_push: false,
}

/** What was sent: a change of the profile, or a call with its arguments. */
let sent: [what: string, values: unknown][]
/** Errors by what is sent. */
let failing: Record<string, unknown>

async function answer(what: string, values: unknown, data: unknown = null) {
  sent.push([what, values])
  if (failing[what]) throw failing[what]
  return { data }
}

beforeEach(() => {
  sent = []
  failing = {}
  const client = {
    from: () => ({
      update: ({ updated_at: _, ...row }: Record<string, unknown>) => ({
        eq: () => ({
          select: () => ({
            single: () => ({ throwOnError: () => answer(Object.keys(row).join(), row, row) }),
          }),
        }),
      }),
    }),
    rpc: (name: string, values?: unknown) => ({ throwOnError: () => answer(name, values) }),
  }
  vi.mocked(supabase).mockResolvedValue(client as unknown as BanksideClient)
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.resetAllMocks()
  vi.restoreAllMocks()
})

function open({
  profile = {},
  settings = {},
  isNew = true,
}: {
  profile?: Partial<OwnProfile>
  settings?: Partial<NotificationSettings>
  isNew?: boolean
} = {}) {
  return renderPage(<WelcomePage userId={ID} next="/games/9?tab=2" photo={<p>The photo</p>} />, (queries) => {
    queries.setQueryData<OwnSummary>(authKeys.summary(ID), {
      ...(viewer('member').summary as OwnSummary),
      awaitsWelcome: isNew,
    })
    queries.setQueryData(profileKeys.own(ID), profileRow({ weight_value: null, weight_unit: 'kg', ...profile }))
    queries.setQueryData(notificationsKeys.settings(), { ...SETTINGS, ...settings })
  })
}
const gone = () => screen.findByText('This is another page')
const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save and go on' }))
const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => {})
const refusal = (code: string) => Object.assign(new Error('refused'), { code })

describe('the welcome page', () => {
  it('opens with what is stored, and the time zone of the device', () => {
    open()
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('Tom_Withy')
    expect(screen.getByText('The photo')).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'kg' }).getAttribute('aria-checked')).toBe('true')
    expect(screen.getByLabelText<HTMLSelectElement>('Time zone').value).toBe(ZONE)
    expect(['Games', 'Comments and replies', 'Mentions', 'Weekly email'].map((name) => toggle(name).checked)).toEqual([
      true,
      true,
      false,
      true,
    ])
  })

  it('offers no email where the site sends none', () => {
    open({ settings: { has_mail: false } })
    expect(screen.queryByRole('switch', { name: 'Weekly email' })).toBeNull()
  })

  it('sends only what was changed, with the time zone, then that it was seen, and goes on', async () => {
    const { queries } = open()
    await userEvent.click(screen.getByRole('radio', { name: 'lb and oz' }))
    fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: 'Australia/Perth' } })
    await userEvent.click(toggle('Mentions'))
    await userEvent.click(toggle('Weekly email'))
    await save()
    await gone()
    expect(sent.slice(0, -1)).toEqual(
      expect.arrayContaining([
        ['weight_unit', { weight_unit: 'lbs' }],
        ['save_notification_times', { time_zone: 'Australia/Perth' }],
        ['save_notification_times', { digest: 'off' }],
        ['save_notification_setting', { group_name: 'mentions', channel: 'in_app', is_on: true }],
      ]),
    )
    expect(sent).toHaveLength(5)
    expect(sent.at(-1)).toEqual(['finish_welcome', undefined])
    expect(queries.getQueryData<OwnSummary>(authKeys.summary(ID))?.awaitsWelcome).toBe(false)
  })

  it('converts a weight that is known', async () => {
    open({ profile: { weight_value: 10 } })
    await userEvent.click(screen.getByRole('radio', { name: 'lb and oz' }))
    await save()
    await gone()
    expect(sent).toContainEqual(['weight_unit,weight_value', { weight_unit: 'lbs', weight_value: 22.05 }])
  })

  it('is skipped without saving anything', async () => {
    open()
    fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'Another' } })
    await userEvent.click(screen.getByRole('button', { name: 'Skip for now' }))
    await gone()
    expect(sent).toEqual([['finish_welcome', undefined]])
  })

  it('leads on when it has been seen', async () => {
    open({ isNew: false })
    await gone()
    expect(sent).toEqual([])
  })

  it('stays open when another tab has finished it', async () => {
    const { queries } = open()
    queries.setQueryData<OwnSummary>(authKeys.summary(ID), (last) => last && { ...last, awaitsWelcome: false })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save and go on' })).toBeTruthy())
    await save()
    await gone()
  })
})

describe('a part that fails', () => {
  it('is named; what was typed stays, the rest is saved, and the next press sends only what is left', async () => {
    quiet()
    open()
    failing.username = new Error('network')
    fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'Tom Alder' } })
    await userEvent.click(toggle('Games'))
    await save()
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Not saved: your username. The rest is saved. Try again, or skip this for now.',
    )
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('Tom Alder')
    expect(sent.map(([what]) => what)).not.toContain('finish_welcome')
    sent = []
    failing = {}
    await save()
    await gone()
    expect(sent).toEqual([
      ['username', { username: 'Tom Alder' }],
      ['save_notification_times', { time_zone: ZONE }],
      ['finish_welcome', undefined],
    ])
  })

  it('is a name that is taken: it says so at the field', async () => {
    quiet()
    open()
    failing.username = refusal('23505')
    fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'leney_lou' } })
    await save()
    expect(await screen.findByText('Username is already taken')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Username')))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is a name beside another part: both are named, with the reason', async () => {
    quiet()
    open()
    failing.username = refusal('23505')
    failing.save_notification_times = new Error('network')
    fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'leney_lou' } })
    await save()
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Not saved: your username and your time zone. Username is already taken. Try again, or skip this for now.',
    )
  })

  it('is only that the page was seen: the choices are saved', async () => {
    quiet()
    open()
    failing.finish_welcome = new Error('network')
    await save()
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Your choices are saved, but this page could not be closed. Try again.',
    )
    failing = {}
    await save()
    await gone()
  })

  it('is the skipping: it says so, and can be tried again', async () => {
    quiet()
    open()
    failing.finish_welcome = new Error('network')
    await userEvent.click(screen.getByRole('button', { name: 'Skip for now' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to save settings')
    failing = {}
    await userEvent.click(screen.getByRole('button', { name: 'Skip for now' }))
    await gone()
  })
})

it('tells a time zone in words, and nothing of one that the browser does not know', () => {
  const now = new Date('2026-07-01T12:00:00Z')
  expect(zoneText('Europe/London', now)).toMatch(/British Summer Time/)
  expect(zoneText('Europe/Atlantis', now)).toBe('')
})
