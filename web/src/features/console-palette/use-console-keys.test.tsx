// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useConsoleKeys } from './use-console-keys.ts'

afterEach(cleanup)

it('hears a key pressed as soon as the page is drawn', () => {
  const onSearch = vi.fn()
  function Keys() {
    useConsoleKeys({ onSearch, onHelp: () => {}, onGo: () => {} })
    return null
  }
  function PressesAtOnce() {
    useLayoutEffect(() => {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
    }, [])
    return null
  }
  render(
    <>
      <Keys />
      <PressesAtOnce />
    </>,
  )
  expect(onSearch).toHaveBeenCalledOnce()
})
