import { formatDay } from '../../lib/format.ts'
import { refusalIn } from '../../lib/refusal.ts'
import { Refused } from '../../lib/refused.ts'

/** The package was deleted in the meantime. */
export class PackageNotFoundError extends Refused {
  constructor() {
    super('Package not found')
    this.name = 'PackageNotFoundError'
  }
}

/** The item was deleted in the meantime. */
export class ItemNotFoundError extends Refused {
  constructor() {
    super('Item not found')
    this.name = 'ItemNotFoundError'
  }
}

/** Why the database refused a change of the prizes or claims, for admins; undefined for any other failure. */
export const prizeRefusal = refusalIn({
  '42501': 'Only admins can do this.',
  '23514': 'A text or a number is outside its limits.',
  PZ001:
    'This item has been awarded, so its points value can no longer be changed. Add another item with the right value.',
  PZ002: (awarded) => `The quantity cannot be below the ${awarded} already awarded.`,
  PZ003: 'This item has been awarded and cannot be deleted. Make its package inactive instead.',
  PZ004: 'This package has awards and cannot be deleted. Make it inactive instead.',
  PZ005: 'This prize package is not active.',
  PZ006: 'The claim deadline must be in the future.',
  PZ007: (title) => `"${title}" is out of stock.`,
  PZ008: 'Package not found',
  PZ009: 'This prize package has no items.',
  PZ010: 'This member is no longer here.',
  PZ011:
    'Members have entered a running game for this prize, so it cannot be reduced or removed. Complete or cancel the game first.',
  PZ012: (title) =>
    `The remaining stock of "${title}" is the prize of a running game that members have entered. Add to its quantity, or complete the game first.`,
  PZ013: (games) =>
    `This package is the prize of ${games} running games that members have entered. Add at least as many of each item.`,
  PZ014:
    'This item has been awarded, so its retail value can no longer be lowered. Add another item with the right value.',
  CL001: 'This prize has already been claimed.',
  CL006: 'This prize has been claimed, and a claim is final.',
  CL007: 'This prize has not been claimed yet, so it stays pending.',
  CL008: 'Only a physical prize can be shipped.',
  CL009: 'This reward has been sent, so it does not go back to pending or processing.',
  RW006: 'A package with points among its items cannot have a price in points.',
  RW007: 'This reward has been sent, so it can no longer be cancelled.',
  RW008: 'This prize was not got for points.',
  RW011: (items) => `The price is below one point for each of its ${items} items.`,
  RW012: 'You cannot cancel your own reward or move its deadline. Ask another admin.',
  RW014: (latest) => `A reward is claimed within 90 days, so by ${formatDay(latest)} at the latest.`,
  FL001: 'The picture is no longer stored. Choose it again.',
})
