import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallerDebts, PLACE_DEBTS } from './caller-debts.ts'

let debts: CallerDebts
beforeEach(() => {
  vi.useFakeTimers()
  debts = new CallerDebts()
})
afterEach(() => {
  vi.useRealTimers()
})

const isInDebt = (caller: string, of = debts) => of.of(caller) > 1

it('allows each caller one second without a debt', () => {
  debts.add('ada', 700)
  debts.add('ada', 300)
  expect(isInDebt('ada')).toBe(false)
  debts.add('ada', 1)
  expect([isInDebt('ada'), isInDebt('bob')]).toEqual([true, false])
})

it('reduces a debt by a tenth of the elapsed time', () => {
  debts.add('ada', 3_000)
  vi.advanceTimersByTime(19_990)
  expect(isInDebt('ada')).toBe(true)
  vi.advanceTimersByTime(20)
  expect(isInDebt('ada')).toBe(false)
  debts.add('ada', 500)
  expect(isInDebt('ada')).toBe(true)
})

it('counts the time of a place by limits of its own', () => {
  const places = new CallerDebts(PLACE_DEBTS)
  for (let i = 0; i < 4; i += 1) places.add('home', 1_000)
  expect(isInDebt('home', places)).toBe(false)
  places.add('home', 1_000)
  expect(isInDebt('home', places)).toBe(true)
  vi.advanceTimersByTime(2_510)
  expect(isInDebt('home', places)).toBe(false)
})

it('is a multiple of what is free', () => {
  debts.add('ada', 2_500)
  expect(debts.of('ada')).toBe(2.5)
  expect(debts.of('bob')).toBe(0)
})

it('gives no credit for unused time', () => {
  debts.add('ada', 100)
  vi.advanceTimersByTime(3_600_000)
  debts.add('ada', 1_001)
  expect(isInDebt('ada')).toBe(true)
})

it('limits a debt to ten minutes, however much time was used', () => {
  for (let i = 0; i < 1_000; i += 1) debts.add('ada', 8_000)
  vi.advanceTimersByTime(580_000)
  expect(isInDebt('ada')).toBe(true)
  vi.advanceTimersByTime(20_000)
  expect(isInDebt('ada')).toBe(false)
})
