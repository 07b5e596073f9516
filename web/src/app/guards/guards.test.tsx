// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { type AdminCheck, type OwnSummary, type Session, SessionContext } from '../../hooks/use-session.ts'
import { viewer } from '../../testing/viewer.ts'
import { adminCheck } from '../providers/session-provider.tsx'
import { GuestsOnly, MembersOnly, TeamOnly } from './guards.tsx'

afterEach(cleanup)

const loading: Session = { status: 'loading' }
const guest: Session = { status: 'guest' }
const member: Session = { status: 'member', userId: '7c1e', email: 'tom@carpmail.test', recovering: false }

function Where() {
  const { pathname, search, hash, state } = useLocation()
  return (
    <output>{JSON.stringify({ path: pathname + search + hash, origin: state?.origin, ended: state?.ended })}</output>
  )
}

/** Opens `path` with a session and returns where the viewer arrives; undefined while the spinner shows. */
function open(
  path: string,
  session: Session,
  { admin = 'no', summary, state }: { admin?: AdminCheck; summary?: OwnSummary | undefined; state?: unknown } = {},
) {
  const [pathname = '', search = ''] = path.split('?')
  render(
    <SessionContext value={{ session, admin, summary }}>
      <MemoryRouter initialEntries={[{ pathname, search: search && `?${search}`, state }]}>
        <Routes>
          <Route element={<MembersOnly />}>
            <Route path="/dashboard" element={<Where />} />
            <Route path="/profile" element={<Where />} />
          </Route>
          <Route element={<GuestsOnly />}>
            <Route path="/login" element={<Where />} />
            <Route path="/register" element={<Where />} />
          </Route>
          <Route element={<TeamOnly />}>
            <Route path="/admin/*" element={<Where />} />
          </Route>
          <Route path="*" element={<Where />} />
        </Routes>
      </MemoryRouter>
    </SessionContext>,
  )
  const where = document.querySelector('output')
  return where ? (JSON.parse(where.textContent) as { path: string; origin?: string; ended?: boolean }) : undefined
}

describe('a page of members', () => {
  it('waits while the session loads', () => {
    expect(open('/dashboard', loading)).toBeUndefined()
    expect(screen.getByRole('status')).toBeTruthy()
  })

  it('sends a guest to the login page, which remembers the whole address', () => {
    expect(open('/dashboard?tab=2', guest)).toEqual({ path: '/login', origin: '/dashboard?tab=2' })
  })

  it('opens for a member', () => {
    expect(open('/dashboard', member)).toEqual({ path: '/dashboard' })
  })

  it('sends a new member to the welcome page, which remembers the whole address', () => {
    const { summary } = viewer('member')
    const isNew = summary && { ...summary, awaitsWelcome: true }
    expect(open('/dashboard?tab=2', member, { summary: isNew })).toMatchObject({
      path: '/welcome',
      origin: '/dashboard?tab=2',
    })
    cleanup()
    expect(open('/dashboard?tab=2', member, { summary })).toEqual({ path: '/dashboard?tab=2' })
    cleanup()
    expect(open('/login', member, { summary: isNew, state: { origin: '/profile' } })).toMatchObject({
      path: '/welcome',
      origin: '/profile',
    })
  })

  it('passes to the login page that the session was ended', () => {
    const ended = { status: 'guest', ended: true } as const
    expect(open('/dashboard', ended)).toEqual({ path: '/login', origin: '/dashboard', ended: true })
    cleanup()
    expect(open('/admin/users?page=2', ended)).toEqual({ path: '/login', origin: '/admin/users?page=2', ended: true })
  })
})

describe.each(['/login', '/register'])('the page %s of guests', (path) => {
  it('waits while the session loads', () => {
    expect(open(path, loading)).toBeUndefined()
  })

  it('opens for a guest', () => {
    expect(open(path, guest)).toEqual({ path })
  })

  it('sends a member to the profile when nothing is remembered', () => {
    expect(open(path, member)?.path).toBe('/profile')
  })

  it('sends a member to the remembered origin', () => {
    expect(open(path, member, { state: { origin: '/dashboard?tab=2' } })?.path).toBe('/dashboard?tab=2')
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/login', 7])(
    'sends a member to the profile when %j is remembered',
    (origin) => {
      expect(open(path, member, { state: { origin } })?.path).toBe('/profile')
    },
  )
})

describe('the console', () => {
  it('waits while the session loads or the check is running', () => {
    expect(open('/admin/users', loading, { admin: 'unknown' })).toBeUndefined()
    cleanup()
    expect(open('/admin/users', member, { admin: 'unknown' })).toBeUndefined()
  })

  it('sends guests and members to the landing page', () => {
    expect(open('/admin/users', guest, { admin: 'no' })?.path).toBe('/')
    cleanup()
    expect(open('/admin', member, { admin: 'no' })?.path).toBe('/')
    cleanup()
    expect(open('/admin', member, viewer('member'))?.path).toBe('/')
  })

  it('sends an admin who has not entered the code to the form for it, which remembers the address', () => {
    const halfway: Session = { status: 'guest', halfway: { userId: '7c1e', recovering: false } }
    expect(open('/admin/users', halfway, { admin: 'no' })).toMatchObject({ path: '/login', origin: '/admin/users' })
    cleanup()
    expect(open('/dashboard', halfway)).toMatchObject({ path: '/login', origin: '/dashboard' })
  })

  it.each(['moderator', 'admin'] as const)('opens for one of the team: %s', (role) => {
    expect(open('/admin/users', member, viewer(role))?.path).toBe('/admin/users')
  })

  it('sends one of the team without the second step that the club requires to the place where it can be added', () => {
    const { summary } = viewer('member')
    const waiting = summary && { ...summary, needsSecondStep: true }
    expect(open('/admin', member, { admin: 'no', summary: waiting })?.path).toBe('/profile#two-step')
  })
})

describe('the admin check', () => {
  it.each<[string, Session, boolean | undefined, boolean, AdminCheck]>([
    ['is unknown while the session loads', loading, undefined, false, 'unknown'],
    ['is negative for a guest', guest, undefined, false, 'no'],
    ['is unknown while it runs', member, undefined, false, 'unknown'],
    ['is negative when it fails', member, undefined, true, 'no'],
    ['is negative for a member', member, false, false, 'no'],
    ['is positive for an admin', member, true, false, 'yes'],
    ['stays positive when only a later refresh fails', member, true, true, 'yes'],
  ])('%s', (_, session, isAdmin, failed, answer) => {
    expect(adminCheck(session, isAdmin, failed)).toBe(answer)
  })
})
