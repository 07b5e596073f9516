// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { UserActions } from './user-cells.tsx'

const USER = {
  id: '5f8a0d3e-2f62-4f35-9d3b-0e7a3b9a7c11',
  username: 'Dan',
  auth_email: 'dan@carpmail.test',
  is_admin: false,
  is_suspended: false,
  created_at: '2026-01-01T00:00:00Z',
  avatar_url: '',
  points: 0,
  suspended_until: null,
}

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
