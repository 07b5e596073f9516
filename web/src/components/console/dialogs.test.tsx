// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { consoleFailureText } from '../../lib/console-failure-text.ts'
import { useAppForm } from '../../lib/form/use-app-form.ts'
import { StaleError } from '../../lib/stale-error.ts'
import { sidePanel } from '../../testing/side-panel.ts'
import { TextField } from '../form/fields.tsx'
import { ConfirmAction } from './confirm-action.tsx'
import { FormDialog } from './form-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('a confirmation before an action', () => {
  const question = (onConfirm: () => Promise<unknown>, onClose = vi.fn()) => {
    render(
      <ConfirmAction
        open
        title="Delete this card?"
        text="It will be deleted."
        confirmLabel="Delete"
        failure={consoleFailureText.deleteInfoCard}
        onConfirm={onConfirm}
        onClose={onClose}
      />,
    )
    return onClose
  }

  it('runs once despite repeated presses, and closes when done', async () => {
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

  it('does nothing at a second press after the answer, until it is opened again', async () => {
    const confirm = vi.fn(() => Promise.resolve())
    const onClose = vi.fn()
    const shown = (open: boolean) => (
      <ConfirmAction
        open={open}
        title="Delete this card?"
        text="It will be deleted."
        confirmLabel="Delete"
        failure={consoleFailureText.deleteInfoCard}
        onConfirm={confirm}
        onClose={onClose}
      />
    )
    const { rerender } = render(shown(true))
    await press('Delete')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    // The page has not closed it yet.
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(confirm).toHaveBeenCalledTimes(1)
    rerender(shown(false))
    rerender(shown(true))
    await press('Delete')
    expect(confirm).toHaveBeenCalledTimes(2)
  })

  it('stays open with the failure, and can be retried', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const confirm = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('network')).mockResolvedValueOnce()
    const onClose = question(confirm)
    await press('Delete')
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to delete info card')
    await press('Delete')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })

  it('says that another admin changed the row first', async () => {
    question(() => Promise.reject(new StaleError()))
    await press('Delete')
    expect(await screen.findByText(/Someone else changed this in the meantime/)).toBeTruthy()
  })
})

describe('a form in a dialog', () => {
  const send = vi.fn<() => Promise<void>>()
  const onClose = vi.fn()
  const schema = z.object({ title: z.string() })

  function Subject({ disabled = false }: { disabled?: boolean }) {
    const form = useAppForm({ schema, start: { title: '' }, send, action: consoleFailureText.updateUser })
    return (
      <FormDialog form={form} title="Edit" submitLabel="Save" disabled={disabled} onClose={onClose}>
        <TextField form={form} name="title" label="Title" />
      </FormDialog>
    )
  }
  const show = (element = <Subject />) => render(<MemoryRouter>{element}</MemoryRouter>)
  beforeEach(() => {
    send.mockReset().mockResolvedValue()
    onClose.mockReset()
  })

  it('cannot be closed, nor sent again, while a request is running', async () => {
    send.mockReturnValue(new Promise(() => {}))
    show()
    await press('Save')
    await press('Save')
    await press('Close')
    expect(send).toHaveBeenCalledTimes(1)
    expect(onClose).not.toHaveBeenCalled()
  })

  it('sends nothing while disabled', async () => {
    show(<Subject disabled />)
    await press('Save')
    expect(send).not.toHaveBeenCalled()
  })

  it('closes at once without changes, and asks for confirmation with changes', async () => {
    show()
    await press('Cancel')
    expect(onClose).toHaveBeenCalledTimes(1)
    cleanup()
    show()
    await userEvent.type(screen.getByLabelText('Title'), 'Half a title')
    await press('Cancel')
    expect(onClose).toHaveBeenCalledTimes(1)
    await press('Discard')
    expect(onClose).toHaveBeenCalledTimes(2)
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('')
  })

  it('stays open with the failure and the typed text', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    send.mockRejectedValue(new Error('network'))
    show()
    await userEvent.type(screen.getByLabelText('Title'), 'Mine')
    await press('Save')
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to update user')
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Mine')
  })
})

describe('a form beside its list', () => {
  const schema = z.object({ title: z.string() })
  const send = vi.fn<() => Promise<void>>()
  const panel = sidePanel(true)

  function Subject() {
    const form = useAppForm({ schema, start: { title: '' }, send, action: consoleFailureText.updateUser })
    return (
      <FormDialog form={form} title="Edit card" submitLabel="Save" onClose={panel.close} panel={panel}>
        <TextField form={form} name="title" label="Title" />
      </FormDialog>
    )
  }
  const show = () =>
    render(
      <MemoryRouter>
        <button type="button">A row</button>
        <Subject />
      </MemoryRouter>,
    )
  const type = () => userEvent.type(screen.getByLabelText('Title'), 'Half a title')
  beforeEach(() => {
    send.mockReset().mockResolvedValue()
    vi.mocked(panel.close).mockReset()
  })

  it('begins on its title, and leaves the list usable', () => {
    show()
    expect(document.activeElement?.textContent).toBe('Edit card')
    expect(screen.getByRole('dialog', { name: 'Edit card' }).tagName).toBe('SECTION')
    screen.getByRole('button', { name: 'A row' }).focus()
    expect(document.activeElement?.textContent).toBe('A row')
  })

  it('closes on Escape, and asks first when there are changes', async () => {
    show()
    await userEvent.keyboard('{Escape}')
    expect(panel.close).toHaveBeenCalledTimes(1)
    await type()
    await userEvent.keyboard('{Escape}')
    expect(screen.getByText('Discard your changes?')).toBeTruthy()
    expect(panel.close).toHaveBeenCalledTimes(1)
    await press('Discard')
    expect(panel.close).toHaveBeenCalledTimes(2)
  })

  it('asks before another row takes its place, and then goes on to it', async () => {
    show()
    const go = vi.fn()
    act(() => panel.guard.current?.(go))
    expect(go).toHaveBeenCalledTimes(1)
    await type()
    act(() => panel.guard.current?.(go))
    expect(go).toHaveBeenCalledTimes(1)
    await press('Discard')
    expect(go).toHaveBeenCalledTimes(2)
    expect(panel.close).not.toHaveBeenCalled()
    cleanup()
    expect(panel.guard.current).toBeUndefined()
  })

  it('lets no other row take its place while a request is running', async () => {
    send.mockReturnValue(new Promise(() => {}))
    show()
    await type()
    await press('Save')
    const go = vi.fn()
    act(() => panel.guard.current?.(go))
    await press('Close')
    expect(go).not.toHaveBeenCalled()
    expect(panel.close).not.toHaveBeenCalled()
    expect(screen.queryByText('Discard your changes?')).toBeNull()
  })
})
