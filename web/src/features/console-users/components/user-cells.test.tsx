// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { SessionContext } from '../../../hooks/use-session.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { userRow } from '../../../testing/rows.ts'
import { viewer } from '../../../testing/viewer.ts'
import { RolePill, UserActions } from './user-cells.tsx'

const USER = userRow()

afterEach(cleanup)

const names = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))

it('offers a new password for a member', async () => {
  const onAction = vi.fn()
  renderPage(<UserActions user={USER} onAction={onAction} />)
  expect(names()).toEqual(['Edit Dan', 'Change password of Dan', 'Suspend Dan', 'Delete Dan'])
  await userEvent.click(screen.getByLabelText('Change password of Dan'))
  expect(onAction).toHaveBeenCalledWith('password')
})

it('offers none for an admin, whose rights have to be taken first', () => {
  renderPage(<UserActions user={{ ...USER, is_admin: true }} onAction={() => {}} />)
  expect(names()).toEqual(['Edit Dan', 'Suspend Dan', 'Delete Dan'])
})

it('offers a moderator only the suspension of a member, and nothing with the team or a suspended member', () => {
  const show = (change: Partial<typeof USER>) =>
    renderPage(
      <SessionContext value={viewer('moderator')}>
        <UserActions user={{ ...USER, ...change }} onAction={() => {}} />
      </SessionContext>,
    )
  show({})
  expect(names()).toEqual(['Suspend Dan'])
  for (const change of [{ is_admin: true }, { is_moderator: true }, { is_suspended: true }]) {
    cleanup()
    show(change)
    expect(screen.queryAllByRole('button')).toEqual([])
  }
})

it('marks admins and moderators, and no member', () => {
  renderPage(<RolePill user={{ ...USER, is_admin: true }} />)
  expect(screen.getByText('Admin')).toBeTruthy()
  cleanup()
  renderPage(<RolePill user={{ ...USER, is_moderator: true }} />)
  expect(screen.getByText('Moderator')).toBeTruthy()
  cleanup()
  renderPage(<RolePill user={USER} />)
  expect(screen.queryByText(/Admin|Moderator/)).toBeNull()
})
