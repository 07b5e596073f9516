// @vitest-environment happy-dom

import { PostgrestError } from '@supabase/supabase-js'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { SessionContext, type SessionContextValue } from '../../hooks/use-session.ts'
import type { FormPlan, Sending } from '../../lib/form/plan.ts'
import { text } from '../../lib/form/schema.ts'
import { useAppForm } from '../../lib/form/use-app-form.ts'
import { StaleError } from '../../lib/stale-error.ts'
import { SaveFailure } from '../console/save-failure.tsx'
import { AreaField, CheckField, PasswordField, SelectField, TextField } from './fields.tsx'
import { Form, SendButton, Success } from './form.tsx'

const schema = z
  .object({
    name: text(5, { missing: 'Name is required' }),
    note: text(10),
    unit: z.enum(['kg', 'lbs']),
    secret: z.string(),
    agreed: z.boolean(),
  })
  .check(z.refine(({ name, note }) => name !== note, { path: ['note'], error: 'Say something else' }))
type Values = z.input<typeof schema>
type Plan = FormPlan<Values, z.output<typeof schema>, string>

const BLANK: Values = { name: '', note: '', unit: 'kg', secret: '', agreed: false }
const send = vi.fn<(out: Values, sending: Sending<Values>) => Promise<string>>()
const member: SessionContextValue = {
  session: { status: 'member', userId: 'tom', email: undefined, recovering: false },
  admin: 'no',
  summary: undefined,
}

function Subject({ plan }: { plan: Partial<Plan> }) {
  const form = useAppForm<Values, Values, string>({ schema, start: BLANK, send, action: 'giftPoints', ...plan })
  return (
    <Form form={form} aria-label="Form" restores unsaved="Not saved yet.">
      <TextField form={form} name="name" label="Name" hint="Your own" counted />
      <AreaField form={form} name="note" label="Note" />
      <SelectField form={form} name="unit" label="Unit">
        <option>kg</option>
        <option>lbs</option>
      </SelectField>
      <PasswordField form={form} name="secret" label="Secret" autoComplete="new-password" />
      <CheckField form={form} name="agreed" label="Agreed" hint="To everything" />
      <SaveFailure form={form} />
      <Success form={form} />
      <SendButton form={form} needsChange busyText="Sending...">
        Send
      </SendButton>
      <a href="/elsewhere">Elsewhere</a>
    </Form>
  )
}

const page = (plan: Partial<Plan>) => (
  <MemoryRouter>
    <SessionContext value={member}>
      <Subject plan={plan} />
    </SessionContext>
  </MemoryRouter>
)
const show = (plan: Partial<Plan> = {}) => {
  const { rerender, unmount } = render(page(plan))
  return { unmount, now: (next: Partial<Plan>) => rerender(page(next)) }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = async (label: string, note: string) => {
  await userEvent.clear(field(label))
  if (note) await userEvent.type(field(label), note)
}
const press = (name = 'Send') => userEvent.click(screen.getByRole('button', { name }))
const answer = (code: string) => new PostgrestError({ message: 'no', details: '', hint: '', code })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  send.mockResolvedValue('sent')
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  send.mockReset()
})

describe('an invalid form', () => {
  it('sends nothing, shows each field’s error, and focuses the first invalid field', async () => {
    show()
    await type('Note', 'a note that is too long')
    await press()
    expect(await screen.findByText('Name is required')).toBeTruthy()
    expect(screen.getByText('Use 10 characters at most')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
    expect(send).not.toHaveBeenCalled()
  })

  it('ties error, hint and counter to the input', async () => {
    show()
    await type('Note', 'x')
    await press()
    await screen.findByText('Name is required')
    expect(field('Name').getAttribute('aria-invalid')).toBe('true')
    const described = (field('Name').getAttribute('aria-describedby') ?? '').split(' ')
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'Your own',
      'Name is required',
      '0 / 5 characters',
    ])
    expect(field('Note').getAttribute('aria-invalid')).toBeNull()
  })

  it('focuses the invalid field again when it is submitted unchanged', async () => {
    show()
    await type('Note', 'x')
    await press()
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
    field('Note').focus()
    await press()
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  })

  it('validates while typing only after the first submit', async () => {
    show()
    await type('Name', 'too long')
    expect(screen.queryByText('Use 5 characters at most')).toBeNull()
    await press()
    await screen.findByText('Use 5 characters at most')
    await type('Name', 'Tom')
    await waitFor(() => expect(screen.queryByText('Use 5 characters at most')).toBeNull())
  })

  it('clears the error of two conflicting fields when the other one changes', async () => {
    show()
    await type('Name', 'same')
    await type('Note', 'same')
    await press()
    await screen.findByText('Say something else')
    await type('Name', 'other')
    await waitFor(() => expect(screen.queryByText('Say something else')).toBeNull())
  })
})

it('validates with the schema’s current context after a failed submit', async () => {
  const upTo = (most: number) => z.object({ ...schema.shape, name: text(most, { long: `Only ${most}` }) })
  send.mockRejectedValue(answer('P0001'))
  const { now } = show({ schema: upTo(5) })
  await type('Name', 'Thoma')
  await press()
  await screen.findByRole('alert')
  now({ schema: upTo(3) })
  expect(await screen.findByText('Only 3')).toBeTruthy()
  now({ schema: upTo(5) })
  await waitFor(() => expect(screen.queryByText('Only 3')).toBeNull())
})

describe('sending', () => {
  it('sends the parsed values, and is busy until the answer', async () => {
    let arrive: (result: string) => void = () => {}
    send.mockReturnValue(new Promise((resolve) => (arrive = resolve)))
    const done = vi.fn()
    show({ done, success: 'Saved.' })
    await type('Name', ' Tom ')
    await userEvent.selectOptions(field('Unit'), 'lbs')
    await userEvent.click(field('Agreed'))
    await press()
    const button = await screen.findByRole('button', { name: 'Sending...' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(send.mock.calls[0]?.[0]).toEqual({ name: 'Tom', note: '', unit: 'lbs', secret: '', agreed: true })
    arrive('ok')
    expect(await screen.findByText('Saved.')).toBeTruthy()
    expect(done).toHaveBeenCalledWith('ok', expect.objectContaining({ name: 'Tom' }))
  })

  it('sends once on a double press, and ignores Enter during a request', async () => {
    send.mockReturnValue(new Promise(() => {}))
    show()
    await type('Name', 'Tom')
    // Twice before the page can say that it is busy.
    fireEvent.submit(screen.getByRole('form'))
    fireEvent.submit(screen.getByRole('form'))
    await screen.findByRole('button', { name: 'Sending...' })
    await userEvent.type(field('Name'), '{Enter}')
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('sends nothing again after a success until a value changes', async () => {
    const done = vi.fn()
    show({ done })
    await type('Name', 'Tom')
    await press()
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
    // The page has not left yet.
    fireEvent.submit(screen.getByRole('form'))
    await userEvent.type(field('Name'), '{Enter}')
    expect(send).toHaveBeenCalledTimes(1)
    await type('Name', 'Ivy')
    await press()
    await waitFor(() => expect(done).toHaveBeenCalledTimes(2))
    expect(send.mock.calls[1]?.[1].request).not.toBe(send.mock.calls[0]?.[1].request)
  })

  it('sends the same values again after a success where the plan says so', async () => {
    const done = vi.fn()
    show({ done, repeats: true })
    await type('Name', 'Tom')
    await press()
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
    fireEvent.submit(screen.getByRole('form'))
    await waitFor(() => expect(done).toHaveBeenCalledTimes(2))
  })

  it('sends what was typed during the request', async () => {
    let arrive: (result: string) => void = () => {}
    send.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)))
    const done = vi.fn()
    show({ done })
    await type('Name', 'Tom')
    await press()
    await type('Note', 'Late')
    arrive('ok')
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
    await press()
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
  })

  it('shows no errors in the blank form at a second press', async () => {
    show({ next: 'blank' })
    await type('Name', 'Tom')
    await press()
    await waitFor(() => expect(field('Name').value).toBe(''))
    fireEvent.submit(screen.getByRole('form'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(field('Name').getAttribute('aria-invalid')).not.toBe('true')
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('asks for confirmation where the plan does, and No changes nothing', async () => {
    const confirm = vi.fn().mockResolvedValueOnce(false).mockResolvedValueOnce(true)
    show({ confirm })
    await type('Name', 'Tom')
    await press()
    await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1))
    expect(send).not.toHaveBeenCalled()
    await press()
    await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
    expect(field('Name').value).toBe('Tom')
  })

  it('resets the fields and the request ID where the plan says so', async () => {
    show({ next: 'blank', keep: 'post' })
    await type('Name', 'Tom')
    await press()
    await waitFor(() => expect(field('Name').value).toBe(''))
    expect(sessionStorage).toHaveLength(0)
    await type('Name', 'Ivy')
    await press()
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
    expect(send.mock.calls[1]?.[1].request).not.toBe(send.mock.calls[0]?.[1].request)
  })

  it('cannot be sent before a change', async () => {
    show()
    await press()
    expect(send).not.toHaveBeenCalled()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
  })
})

describe('a failure', () => {
  const plan: Partial<Plan> = {
    reason: (error) => (error instanceof PostgrestError && error.code === 'P0001' ? 'You have too few.' : undefined),
    unanswered: 'You can try again.',
  }
  const failed = async (error: unknown) => {
    send.mockRejectedValue(error)
    show(plan)
    await type('Name', 'Tom')
    await press()
    return (await screen.findByRole('alert')).textContent
  }

  it('shows the reason of a refusal, and keeps the typed text', async () => {
    expect(await failed(answer('P0001'))).toBe('Failed to gift points. You have too few.')
    expect(field('Name').value).toBe('Tom')
  })

  it('says without an answer that a retry is safe, and retries with the same request ID', async () => {
    expect(await failed(new TypeError('Failed to fetch'))).toBe('Failed to gift points. You can try again.')
    await press()
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
    expect(send.mock.calls[1]?.[1].request).toBe(send.mock.calls[0]?.[1].request)
  })

  it('says without a connection that the device is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(await failed(new TypeError('Failed to fetch'))).toContain('You are offline.')
  })

  it('disappears when dismissed, and with the next submit', async () => {
    await failed(answer('42501'))
    await press('Dismiss')
    expect(screen.queryByRole('alert')).toBeNull()
    await press()
    await screen.findByRole('alert')
    send.mockReturnValue(new Promise(() => {}))
    await press()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('takes no space before a failure', () => {
    const { container } = render(page({}))
    expect(container.querySelector('.failure-spot')).toBeNull()
  })

  it('is shown only at the field that it concerns', async () => {
    send.mockRejectedValue(answer('23505'))
    show({ fault: () => ({ note: 'Taken' }) })
    await type('Name', 'Tom')
    await press()
    expect(await screen.findByText('Taken')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field('Note')))
    expect(screen.queryByRole('alert')).toBeNull()
    await type('Note', 'other')
    await waitFor(() => expect(screen.queryByText('Taken')).toBeNull())
  })
})

describe('a kept draft', () => {
  it('is stored before a change is on the screen, so that a reload cannot come in between', async () => {
    let change: (part: Partial<Values>) => void = () => {}
    function Changed() {
      const form = useAppForm<Values, Values, string>({
        schema,
        start: BLANK,
        send,
        action: 'giftPoints',
        keep: 'photo',
        writer: 'tom',
      })
      change = form.change
      return <output>{form.values.note}</output>
    }
    render(
      <SessionContext value={member}>
        <Changed />
      </SessionContext>,
    )
    const stored = new Promise<string>((resolve) =>
      new MutationObserver(() => resolve(JSON.stringify({ ...sessionStorage }))).observe(screen.getByRole('status'), {
        childList: true,
        characterData: true,
        subtree: true,
      }),
    )
    // As when an upload ends: outside an event of the page.
    setTimeout(() => change({ note: 'a photo' }))
    expect(await stored).toContain('a photo')
  })

  it('is restored after a reload with a notice and its request ID', async () => {
    send.mockRejectedValue(new TypeError('Failed to fetch'))
    const before = show({ keep: 'gift' })
    await type('Name', 'Tom')
    await userEvent.click(field('Agreed'))
    await press()
    await screen.findByRole('alert')
    before.unmount()
    show({ keep: 'gift' })
    expect(field('Name').value).toBe('Tom')
    expect(field('Agreed').checked).toBe(true)
    expect(screen.getByText('Your unsaved changes have been restored.')).toBeTruthy()
    await press()
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
    expect(send.mock.calls[1]?.[1].request).toBe(send.mock.calls[0]?.[1].request)
  })

  it('gets a new request ID, also after a reload, once the old one stands for something else', async () => {
    send.mockRejectedValue(answer('CT003'))
    const plan: Partial<Plan> = {
      keep: 'gift',
      spent: (error) => error instanceof PostgrestError && error.code === 'CT003',
    }
    const before = show(plan)
    await type('Name', 'Tom')
    await press()
    await screen.findByRole('alert')
    await press()
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
    before.unmount()
    show(plan)
    expect(field('Name').value).toBe('Tom')
    await press()
    await waitFor(() => expect(send).toHaveBeenCalledTimes(3))
    expect(new Set(send.mock.calls.map(([, { request }]) => request)).size).toBe(3)
  })

  it('gets a new request ID when the text changes, where each text is a request', async () => {
    send.mockRejectedValue(new TypeError('Failed to fetch'))
    show({ keep: 'post', requests: 'text' })
    await type('Name', 'Tom')
    await press()
    await screen.findByRole('alert')
    await press()
    await type('Name', 'Ivy')
    await press()
    await waitFor(() => expect(send).toHaveBeenCalledTimes(3))
    const [first, second, third] = send.mock.calls.map(([, { request }]) => request)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('is deleted once sent, discarded or equal to the saved values', async () => {
    show({ keep: 'gift' })
    await type('Name', 'T')
    expect(sessionStorage).toHaveLength(1)
    await type('Name', '')
    expect(sessionStorage).toHaveLength(0)
    await type('Name', 'T')
    await press()
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
  })

  it('is deleted by Discard', async () => {
    const before = show({ keep: 'gift' })
    await type('Name', 'Tom')
    before.unmount()
    show({ keep: 'gift' })
    await press('Discard')
    expect(field('Name').value).toBe('')
    expect(sessionStorage).toHaveLength(0)
  })

  it('is not kept by a form without a name', async () => {
    show()
    await type('Secret', 'half a password')
    expect(sessionStorage).toHaveLength(0)
  })

  it('asks for confirmation before a link leaves the page', async () => {
    show()
    const link = screen.getByRole('link', { name: 'Elsewhere' })
    await type('Name', 'Tom')
    await userEvent.click(link)
    expect(await screen.findByText('Not saved yet.')).toBeTruthy()
  })
})

describe('a row that others can change', () => {
  const row = (name: string, second: number): Partial<Plan> => ({
    start: { ...BLANK, name },
    version: `2026-11-22T10:00:0${second}.000001+00:00`,
  })

  it('updates an untouched form', async () => {
    const { now } = show(row('Old', 1))
    now(row('New', 2))
    await waitFor(() => expect(field('Name').value).toBe('New'))
  })

  it('shows a notice in a changed form, which can then load it but not send', async () => {
    const { now } = show(row('Old', 1))
    await type('Name', 'Mine')
    now(row('New', 2))
    expect(await screen.findByText(/Someone else changed this in the meantime/)).toBeTruthy()
    expect(field('Name').value).toBe('Mine')
    await press()
    expect(send).not.toHaveBeenCalled()
    await press('Load latest version')
    expect(field('Name').value).toBe('New')
    expect(screen.queryByText(/Someone else/)).toBeNull()
  })

  it('is no conflict when it already has the form’s values, because the answer was lost', async () => {
    const { now } = show(row('Old', 1))
    await type('Name', 'Mine')
    now(row('Mine', 2))
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true))
    expect(screen.queryByText(/Someone else/)).toBeNull()
  })

  it('says that it was saved once the row shows what was sent, although the answer was lost', async () => {
    send.mockRejectedValue(new TypeError('Failed to fetch'))
    const { now } = show(row('Old', 1))
    await type('Name', 'Mine')
    await press()
    expect(await screen.findByRole('alert')).toBeTruthy()
    now(row('Theirs', 2))
    expect(screen.getByText(/Someone else/)).toBeTruthy()
    now(row('Mine', 3))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(screen.queryByText(/Someone else/)).toBeNull()
    expect(screen.getByText('Your changes were saved.')).toBeTruthy()
  })

  it('keeps a refusal although the row has the form’s values', async () => {
    send.mockRejectedValue(new PostgrestError({ message: 'no', details: '', hint: '', code: 'P0001' }))
    const { now } = show(row('Old', 1))
    await type('Name', 'Mine')
    await press()
    expect(await screen.findByRole('alert')).toBeTruthy()
    now(row('Mine', 2))
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true))
    expect(screen.getByRole('alert')).toBeTruthy()
    expect(screen.queryByText('Your changes were saved.')).toBeNull()
  })

  it('is saved with its version, and an outdated save is refused without losing input', async () => {
    send.mockRejectedValue(new StaleError())
    show(row('Old', 1))
    await type('Name', 'Mine')
    await press()
    expect(await screen.findByText(/Someone else changed this/)).toBeTruthy()
    expect(send.mock.calls[0]?.[1].seen).toBe('2026-11-22T10:00:01.000001+00:00')
    expect(field('Name').value).toBe('Mine')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps the version on which the draft is based, also across a reload', async () => {
    const before = show({ ...row('Old', 1), keep: 'block' })
    await type('Name', 'Mine')
    before.unmount()
    show({ ...row('New', 2), keep: 'block' })
    expect(field('Name').value).toBe('Mine')
    expect(await screen.findByText(/Someone else changed this/)).toBeTruthy()
  })

  it('becomes the form’s start values once it is saved', async () => {
    show({
      ...row('Old', 1),
      keep: 'block',
      next: () => ({ start: { ...BLANK, name: 'Kept' }, version: '2026-11-22T10:00:05Z' }),
    })
    await type('Name', 'Mine')
    await press()
    await waitFor(() => expect(field('Name').value).toBe('Kept'))
    expect(sessionStorage).toHaveLength(0)
  })

  it('is loaded with the plan’s function, and leaves the form unchanged when it was deleted', async () => {
    send.mockRejectedValue(new StaleError())
    const reload = vi.fn().mockResolvedValueOnce({ start: { ...BLANK, name: 'Fresh' }, version: undefined })
    show({ ...row('Old', 1), reload })
    await type('Name', 'Mine')
    await press()
    await press('Load latest version')
    await waitFor(() => expect(field('Name').value).toBe('Fresh'))
  })

  it('can merge by field: untouched fields follow the row, changed fields stay until saved', async () => {
    const follow = (name: string, note: string): Partial<Plan> => ({
      start: { ...BLANK, name, note },
      follow: 'fields',
      keep: 'profile',
    })
    const { now } = show(follow('Old', 'old'))
    await type('Name', 'Mine')
    now(follow('New', 'new'))
    await waitFor(() => expect(field('Note').value).toBe('new'))
    expect(field('Name').value).toBe('Mine')
    expect(sessionStorage).toHaveLength(1)
    await press()
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
    now(follow('Mine', 'new'))
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true))
  })
})
