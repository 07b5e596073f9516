// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { useTouched } from './use-touched.ts'

afterEach(cleanup)

function Page() {
  const [text, setText] = useState('')
  const inside = useRef<HTMLFieldSetElement>(null)
  return (
    <main>
      <form>
        <output>{useTouched(inside) ? 'touched' : 'untouched'}</output>
        <textarea value={text} onChange={(event) => setText(event.target.value)} />
        <fieldset ref={inside}>
          <button type="button" data-button="remove">
            Remove
          </button>
        </fieldset>
      </form>
    </main>
  )
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const write = (text: string) => {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(), text)
  const event = new Event('input', { bubbles: true })
  // A browser sets this while listeners run; by it React knows how urgent a change is.
  vi.stubGlobal('event', event)
  field().dispatchEvent(event)
  vi.unstubAllGlobals()
}

it.each(['keydown', 'click', 'input'])('%s in the form counts', async (sign) => {
  render(<Page />)
  expect(screen.getByText('untouched')).toBeTruthy()
  field().dispatchEvent(new Event(sign, { bubbles: true }))
  expect(await screen.findByText('touched')).toBeTruthy()
})

it('scrolling, what happens elsewhere and removing a photo do not count', async () => {
  render(<Page />)
  field().dispatchEvent(new Event('pointerdown', { bubbles: true }))
  screen.getByRole('main').click()
  screen.getByRole('button').click()
  await new Promise((resolve) => setTimeout(resolve))
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.getByText('untouched')).toBeTruthy()
})

it('text that is the first sign stays', async () => {
  render(<Page />)
  // As in a browser, where what waits to be rendered is rendered between two listeners of one event.
  document.body.addEventListener('input', () => flushSync(() => {}), { capture: true, once: true })
  write('Two rods out')
  expect(await screen.findByText('touched')).toBeTruthy()
  expect(field().value).toBe('Two rods out')
})
