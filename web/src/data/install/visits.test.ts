import { afterEach, expect, it, vi } from 'vitest'
import { mayOfferInstall, noteInstallOffered } from './visits.ts'

afterEach(() => vi.unstubAllGlobals())

function stubStorage(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
}

it('lets the installation be offered from the second day on, until it was', () => {
  stubStorage()
  expect(mayOfferInstall('Mon')).toBe(false)
  expect(mayOfferInstall('Mon')).toBe(false)
  expect(mayOfferInstall('Thu')).toBe(true)
  expect(mayOfferInstall('Fri')).toBe(true)
  noteInstallOffered()
  expect(mayOfferInstall('Fri')).toBe(false)
  expect(mayOfferInstall('Sat')).toBe(false)
})

it('offers nothing where it could not be remembered', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked')
    },
  })
  expect(mayOfferInstall('Mon')).toBe(false)
  expect(() => noteInstallOffered()).not.toThrow()
})
