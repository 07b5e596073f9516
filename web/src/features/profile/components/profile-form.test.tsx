// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BanksideClient, supabase } from '../../../lib/supabase.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { profileRow } from '../../../testing/rows.ts'
import { valuesOf } from '../profile-schema.ts'
import { ProfileForm } from './profile-form.tsx'

vi.mock('../../../lib/supabase.ts', () => ({ supabase: vi.fn() }))

const PROFILE = profileRow({
  avatar_url: 'https://bankside.test/storage/v1/object/public/avatars/7c1e/1.webp',
  fishing_photos: ['https://bankside.test/storage/v1/object/public/fishing-photos/7c1e/1.webp'],
  badges: [{ id: 'b1', name: 'First Cast', description: 'Posted once', icon: '🎣', color: '#1B7A41' }],
})

type Row = Record<string, unknown>
const upsert = vi.fn<(row: Row) => Promise<{ data: Row }>>()

beforeEach(() => {
  upsert.mockImplementation(async (row) => ({ data: { ...row, username: String(row.username).trim() } }))
  const client = {
    from: (_table: 'profiles') => ({
      upsert: (row: Row) => ({ select: () => ({ single: () => ({ throwOnError: () => upsert(row) }) }) }),
    }),
  }
  vi.mocked(supabase).mockResolvedValue(client as unknown as BanksideClient)
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.resetAllMocks()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const renderForm = (profile = PROFILE) => renderPage(<ProfileForm profile={profile} />)
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Profile' }))
const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => {})

it('shows the level, and none in a club without levels', () => {
  renderForm()
  expect(screen.getByText('Bank Walker').closest('p')?.textContent).toBe('Level Bank Walker')
  cleanup()
  renderForm({ ...PROFILE, level: '' })
  expect(screen.queryByText(/^Level/)).toBeNull()
})

describe('saving', () => {
  it('sends every field of the profile with the time, and shows a confirmation', async () => {
    renderForm()
    write('Bio', 'New words')
    write('Primary fishing area', ' Kent ')
    await save()
    expect((await screen.findByText('Profile updated successfully!')).closest('[role=status]')).toBeTruthy()
    const { badges, level, ...row } = PROFILE
    expect(upsert).toHaveBeenCalledExactlyOnceWith({
      ...row,
      bio: 'New words',
      fishing_area: 'Kent',
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  it('removes the confirmation after three seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    renderForm()
    fireEvent.submit(screen.getByRole('form'))
    await screen.findByText('Profile updated successfully!')
    await vi.advanceTimersByTimeAsync(2900)
    expect(screen.queryByText('Profile updated successfully!')).toBeTruthy()
    await vi.advanceTimersByTimeAsync(200)
    await waitFor(() => expect(screen.queryByText('Profile updated successfully!')).toBeNull())
  })

  it('sends nothing twice while it is busy', async () => {
    upsert.mockReturnValue(new Promise(() => {}))
    renderForm()
    await save()
    await save()
    expect(screen.getByRole('button', { name: 'Save Profile' }).getAttribute('aria-disabled')).toBe('true')
    expect(upsert).toHaveBeenCalledTimes(1)
  })

  it('keeps the input and shows an error when it fails', async () => {
    quiet()
    upsert.mockRejectedValue(new Error('network'))
    renderForm()
    write('Bio', 'Words worth keeping')
    await save()
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to save profile')
    expect(field('Bio').value).toBe('Words worth keeping')
  })

  it.each([
    ['23505', 'Username is already taken'],
    ['23U01', "This name looks too much like another member's name"],
    ['23U03', 'You have changed your name too often. Try again in a few weeks.'],
    ['22U02', 'Username cannot contain invisible characters'],
    ['22U04', "Use letters, digits, spaces and these signs only: . - _ '"],
  ])('shows the problem with a username (%s) at the field, and focuses it', async (code, message) => {
    quiet()
    upsert.mockRejectedValue(Object.assign(new Error('refused'), { code }))
    renderForm()
    write('Username', 'leney_lou')
    await save()
    expect(await screen.findByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(field('Username'))
    expect(field('Username').getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

it('has an input for every value that it sends', () => {
  renderForm()
  expect(screen.getByRole('radiogroup', { name: 'Unit' })).toBeTruthy()
  // These two are chosen, not typed.
  const { unit, weightFrom, ...values } = valuesOf(PROFILE)
  for (const name of Object.keys(values))
    expect(document.querySelector(`[name="${name}"]`), `${name}: add its input to profile-form.tsx`).toBeTruthy()
})

describe('checking', () => {
  it('refuses a blank username before anything is sent, and clears the error once it is corrected', async () => {
    renderForm()
    write('Username', '  ')
    await save()
    expect(screen.getByText('Username is required')).toBeTruthy()
    expect(upsert).not.toHaveBeenCalled()
    write('Username', 'T')
    await waitFor(() => expect(screen.queryByText('Username is required')).toBeNull())
  })

  it('refuses a weight above the maximum of the unit', async () => {
    renderForm()
    write('Personal best weight', '1000.1')
    await save()
    expect(screen.getByText('Enter a weight from 0 to 1000 lbs')).toBeTruthy()
    expect(upsert).not.toHaveBeenCalled()
  })

  it('counts the characters of the bio while typing', () => {
    renderForm()
    write('Bio', '🐟🐟')
    expect(screen.getByText(/^2 \/ 500/)).toBeTruthy()
  })
})

describe('the unit', () => {
  it('converts the weight and saves the new number, whatever the step size', async () => {
    renderForm()
    await userEvent.click(screen.getByRole('radio', { name: 'kg' }))
    expect(field('Personal best weight').value).toBe('15.65')
    await userEvent.click(screen.getByRole('radio', { name: 'lbs' }))
    expect(field('Personal best weight').value).toBe('34.5')
    write('Personal best weight', '76.06')
    await save()
    expect(upsert.mock.lastCall?.[0]).toMatchObject({ weight_value: 76.06, weight_unit: 'lbs' })
  })
})

describe('unsaved changes', () => {
  it('survive a reload and can be discarded', async () => {
    renderForm()
    write('Bio', 'Half a sentence')
    cleanup()
    renderForm()
    expect(field('Bio').value).toBe('Half a sentence')
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(field('Bio').value).toBe(PROFILE.bio)
    cleanup()
    renderForm()
    expect(field('Bio').value).toBe(PROFILE.bio)
  })

  it('are not shown to another member who signs in on the same tab', () => {
    renderForm()
    write('Bio', 'Half a sentence')
    cleanup()
    renderForm({ ...PROFILE, id: 'another' })
    expect(field('Bio').value).toBe(PROFILE.bio)
  })

  it('block a link to another page until the member decides to leave', async () => {
    renderForm()
    write('Bio', 'Half a sentence')
    await userEvent.click(screen.getByRole('link', { name: 'Another page' }))
    expect(screen.getByText('Leave without saving?')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(field('Bio').value).toBe('Half a sentence')
    await userEvent.click(screen.getByRole('link', { name: 'Another page' }))
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
    expect(await screen.findByText('This is another page')).toBeTruthy()
    expect(sessionStorage).toHaveLength(0)
  })

  it('need no confirmation when there are none', async () => {
    renderForm()
    write('Bio', 'Half a sentence')
    write('Bio', PROFILE.bio)
    await userEvent.click(screen.getByRole('link', { name: 'Another page' }))
    expect(screen.getByText('This is another page')).toBeTruthy()
  })
})
