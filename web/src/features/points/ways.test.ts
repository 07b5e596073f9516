import { describe, expect, it } from 'vitest'
import { firstWaysOf, waysOf } from './ways.ts'

const said = (ways: readonly { title: string; points: string | undefined }[]) =>
  ways.map(({ title, points }) => `${title}: ${points ?? '-'}`)

describe('the ways to earn points', () => {
  it('are the games of the club and a friend, with what they give', () => {
    const games = [
      { type: 'carp_of_week', least: 100, most: 1300 },
      { type: 'pick_swim', least: 1, most: 1 },
    ] as const
    expect(said(waysOf({ games: [...games], friend: 70 }))).toEqual([
      'Carp of the week: 100 to 1,300 points',
      'Pick a swim: 1 point',
      'A friend joins with your link: 70 points',
      'A prize of points: -',
      'The team gives you some: -',
    ])
  })

  it('say no number where there is no game, or the reader is a guest', () => {
    expect(said(waysOf({ games: [], friend: null })).slice(0, 2)).toEqual([
      'Win a game: -',
      'A friend joins with your link: -',
    ])
  })

  it('leave out a friend who earns nothing', () => {
    expect(said(waysOf({ games: [], friend: 0 }))).not.toContainEqual(expect.stringContaining('friend'))
  })

  it('are the first steps that earn something', () => {
    expect(said(firstWaysOf({ photo: 10, hello: 0, game: 1 }))).toEqual([
      'Add a photo of yourself: 10 points',
      'Enter your first game: 1 point',
    ])
    expect(firstWaysOf({ photo: 0, hello: 0, game: 0 })).toEqual([])
  })
})
