// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StaleError } from '../../lib/stale-error.ts'
import { ConfirmAction } from './confirm-action.tsx'
import { FormDialog } from './form-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('a question before an action', () => {
  const question = (onConfirm: () => Promise<unknown>, onClose = vi.fn()) => {
    render(
      <ConfirmAction
        open
        title="Delete this card?"
        text="It goes."
        confirmLabel="Delete"
        failure="deleteInfoCard"
        onConfirm={onConfirm}
        onClose={onClose}
      />,
    )
    return onClose
  }

  it('runs once, however often it is pressed, and closes when it is done', async () => {
    let finish = () => {}
    const confirm = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const onClose = question(confirm)
    const button = screen.getByRole('button', { name: 'Delete' })
    fireEvent.click(button)
    fireEvent.click(button)
    expect(confirm).toHaveBeenCalledTimes(1)
    expect(onClose).not.toHaveBeenCalled()
    finish()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })

  it('stays with the words for a failure, and can be tried again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const confirm = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('network')).mockResolvedValueOnce()
    const onClose = question(confirm)
    await press('Delete')
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to delete info card')
    await press('Delete')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })

  it('tells of another admin who was faster', async () => {
    question(() => Promise.reject(new StaleError()))
    await press('Delete')
    expect(await screen.findByText(/Somebody else changed this meanwhile/)).toBeTruthy()
  })
})

describe('a form in a dialog', () => {
  const form = (props: Partial<Parameters<typeof FormDialog>[0]> = {}) => {
    const onSubmit = vi.fn()
    const onClose = vi.fn()
    render(
      <FormDialog open title="Edit" submitLabel="Save" busy={false} onSubmit={onSubmit} onClose={onClose} {...props}>
        <input aria-label="Title" />
      </FormDialog>,
    )
    return { onSubmit, onClose }
  }
  const submit = () => fireEvent.submit(screen.getByLabelText('Title'))

  it('takes no second submit while the first is under way', () => {
    const { onSubmit } = form({})
    submit()
    submit()
    expect(onSubmit).toHaveBeenCalledTimes(1)
  })

  it.each([{ busy: true }, { disabled: true }])('submits nothing with %o', (props) => {
    const { onSubmit } = form(props)
    submit()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('closes at once when there is nothing to lose, and asks when there is', async () => {
    const { onClose } = form({})
    await press('Cancel')
    expect(onClose).toHaveBeenCalledTimes(1)
    cleanup()
    const dirty = form({ dirty: true })
    await press('Cancel')
    expect(dirty.onClose).not.toHaveBeenCalled()
    await press('Discard')
    expect(dirty.onClose).toHaveBeenCalledTimes(1)
  })

  it('shows what failed above the fields', () => {
    form({ failure: 'Failed to update user' })
    expect(screen.getByRole('alert').textContent).toBe('Failed to update user')
  })
})
