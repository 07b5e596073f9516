// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnProfile } from '../../../data/profile/own-profile-query.ts'
import { type BanksideClient, supabase } from '../../../lib/supabase.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { ProfileForm } from './profile-form.tsx'

vi.mock('../../../lib/supabase.ts', () => ({ supabase: vi.fn() }))

const PROFILE: OwnProfile = {
  id: '7c1e',
  username: 'Tom_Withy',
  bio: 'Overnighters after work.',
  avatar_url: 'https://bankside.test/storage/v1/object/public/avatars/7c1e/1.webp',
  fishing_photos: ['https://bankside.test/storage/v1/object/public/fishing-photos/7c1e/1.webp'],
  weight_value: 34.5,
  weight_unit: 'lbs',
  fishing_area: '',
  badges: [{ id: 'b1', name: 'First Cast', description: 'Posted once', icon: '🎣', color: '#1B7A41' }],
}

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

describe('saving', () => {
  it('sends every field of the profile with the time, and confirms', async () => {
    renderForm()
    write('Bio', 'New words')
    write('Primary fishing area', ' Kent ')
    await save()
    expect((await screen.findByText('Profile updated successfully!')).closest('[role=status]')).toBeTruthy()
    expect(upsert).toHaveBeenCalledExactlyOnceWith({
      id: '7c1e',
      username: 'Tom_Withy',
      bio: 'New words',
      avatar_url: PROFILE.avatar_url,
      fishing_photos: PROFILE.fishing_photos,
      weight_value: 34.5,
      weight_unit: 'lbs',
      fishing_area: 'Kent',
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  it('takes the confirmation away after three seconds', async () => {
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

  it('keeps the words and says so when it fails', async () => {
    quiet()
    upsert.mockRejectedValue(new Error('network'))
    renderForm()
    write('Bio', 'Words worth keeping')
    await save()
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to save profile')
    expect(field('Bio').value).toBe('Words worth keeping')
  })

  it('says at the field that a username is taken, and puts the cursor there', async () => {
    quiet()
    upsert.mockRejectedValue(Object.assign(new Error('duplicate key'), { code: '23505' }))
    renderForm()
    write('Username', 'leney_lou')
    await save()
    expect(await screen.findByText('Username is already taken')).toBeTruthy()
    expect(document.activeElement).toBe(field('Username'))
    expect(field('Username').getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('checking', () => {
  it('refuses a blank username before anything is sent, and clears the error once it is corrected', async () => {
    renderForm()
    write('Username', '  ')
    await save()
    expect(screen.getByText('Username is required')).toBeTruthy()
    expect(upsert).not.toHaveBeenCalled()
    write('Username', 'T')
    expect(screen.queryByText('Username is required')).toBeNull()
  })

  it('refuses a weight above what the unit takes', async () => {
    renderForm()
    write('Personal best weight', '1000.1')
    await save()
    expect(screen.getByText('Enter a weight from 0 to 1000 lbs')).toBeTruthy()
    expect(upsert).not.toHaveBeenCalled()
  })

  it('counts the bio in characters as it is written', () => {
    renderForm()
    write('Bio', '🐟🐟')
    expect(screen.getByText(/^2 \/ 500/)).toBeTruthy()
  })
})

describe('the unit', () => {
  it('converts the weight and saves the new number, whatever the step', async () => {
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

describe('unsaved words', () => {
  it('survive a reload and can be thrown away', async () => {
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

  it('are shown to nobody else who signs in on the same tab', () => {
    renderForm()
    write('Bio', 'Half a sentence')
    cleanup()
    renderForm({ ...PROFILE, id: 'another' })
    expect(field('Bio').value).toBe(PROFILE.bio)
  })

  it('hold a link to another page until the member decides to leave', async () => {
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

  it('ask nothing when there are none', async () => {
    renderForm()
    write('Bio', 'Half a sentence')
    write('Bio', PROFILE.bio)
    await userEvent.click(screen.getByRole('link', { name: 'Another page' }))
    expect(screen.getByText('This is another page')).toBeTruthy()
  })
})
