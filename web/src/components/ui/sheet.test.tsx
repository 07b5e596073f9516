// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Sheet } from './sheet.tsx'

afterEach(cleanup)

const dialog = () => screen.getByRole<HTMLDialogElement>('dialog')

/** Sends an event of the browser to an element. @returns whether the sheet prevented it. */
function send(target: Element, name: 'cancel' | 'close', cancelable = true): boolean {
  const event = createEvent(name, target, { bubbles: true, cancelable })
  fireEvent(target, event)
  return event.defaultPrevented
}

function open({ dismissable = true, stays = false } = {}) {
  const onClose = vi.fn()
  function Parent() {
    const [shown, show] = useState(true)
    const close = () => {
      onClose()
      if (!stays) show(false)
    }
    return (
      <Sheet open={shown} onClose={close} title="Edit card" dismissable={dismissable}>
        <input type="file" aria-label="Picture" />
      </Sheet>
    )
  }
  render(<Parent />)
  return onClose
}

describe('Escape', () => {
  it('closes the sheet, whose parent decides when', () => {
    const onClose = open({ stays: true })
    expect(send(dialog(), 'cancel')).toBe(true)
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(dialog().open).toBe(true)
  })

  it('does nothing during a request', () => {
    const onClose = open({ dismissable: false })
    expect(send(dialog(), 'cancel')).toBe(true)
    expect(onClose).not.toHaveBeenCalled()
    expect(dialog().open).toBe(true)
  })

  it('that cannot be prevented reaches the parent, and the sheet opens again if the parent keeps it', () => {
    const onClose = open({ stays: true })
    const element = dialog()
    element.close()
    send(element, 'close', false)
    expect(onClose).toHaveBeenCalled()
    expect(element.open).toBe(true)
  })

  it('that cannot be prevented during a request leaves the sheet open and does not reach the parent', () => {
    const onClose = open({ dismissable: false })
    const element = dialog()
    element.close()
    send(element, 'close', false)
    expect(onClose).not.toHaveBeenCalled()
    expect(element.open).toBe(true)
  })
})

it('stays open when the choice of a file inside it is cancelled', () => {
  const onClose = open()
  expect(send(screen.getByLabelText('Picture'), 'cancel')).toBe(false)
  send(screen.getByLabelText('Picture'), 'close')
  expect(onClose).not.toHaveBeenCalled()
  expect(dialog().open).toBe(true)
})

it('stays open when the browser reports late that it was closed before', () => {
  const onClose = open()
  send(dialog(), 'close', false)
  expect(onClose).not.toHaveBeenCalled()
  expect(dialog().open).toBe(true)
})

it('is closed by its button, but not during a request', () => {
  const onClose = open()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  cleanup()
  const never = open({ dismissable: false })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(never).not.toHaveBeenCalled()
})

describe('a click', () => {
  const box = { left: 100, right: 200, top: 100, bottom: 200 } as DOMRect
  const click = (target: Element, clientX: number, clientY: number) => {
    vi.spyOn(dialog(), 'getBoundingClientRect').mockReturnValue(box)
    fireEvent.click(target, { clientX, clientY })
  }

  it.each([
    ['left of', 99, 150],
    ['right of', 201, 150],
    ['above', 150, 99],
    ['below', 150, 201],
  ])('%s the sheet closes it', (_, x, y) => {
    const onClose = open()
    click(dialog(), x, y)
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('on the sheet or on what it contains does not close it, nor does one outside during a request', () => {
    const onClose = open()
    click(dialog(), 150, 150)
    // Pressing Enter clicks at 0, 0.
    click(screen.getByLabelText('Picture'), 0, 0)
    expect(onClose).not.toHaveBeenCalled()
    cleanup()
    const never = open({ dismissable: false })
    click(dialog(), 99, 150)
    expect(never).not.toHaveBeenCalled()
  })
})
