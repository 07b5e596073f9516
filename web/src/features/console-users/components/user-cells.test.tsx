// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { userRow } from '../../../testing/rows.ts'
import { UserActions } from './user-cells.tsx'

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
