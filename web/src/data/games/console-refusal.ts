import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused a change of a game, for admins; undefined for any other failure. */
export const gameRefusal = refusalIn({
  GM001: 'The answer cannot be changed once members have entered. Cancel the game and make a new one.',
  GM002: 'A game needs its answer before it is activated.',
  GM003: 'A new game is a draft or active.',
  GM004: 'The game is no longer in a state that allows this.',
  GM005: 'A game that is over cannot be changed.',
  GM006: 'The start cannot change once members have entered.',
  GM007: 'The end can only move later once members have entered.',
  GM008: 'A game whose end has passed cannot be opened again.',
  GM009: 'Points can only rise once members have entered.',
  GM010: 'The prize cannot change once members have entered.',
  GM011: 'The lake photo cannot change once members have chosen squares on it.',
  GM014: 'Entries of the club team take no place.',
  GM015: 'Places are chosen in an active carp of the week.',
  GM016:
    'A member who entered this game has since become an admin and could not win. Remove their admin rights until the game is completed.',
  FL001: 'The picture is no longer stored. Choose it again.',
  '22023': 'The answer is missing or outside its limits.',
})
