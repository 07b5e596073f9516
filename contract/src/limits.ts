/** Limits of the product that browser and tests share. The database enforces each of them itself. */

/** Lengths in characters. */
export const LIMITS = {
  username: 50,
  bio: 500,
  fishingArea: 100,
  badgeName: 50,
  badgeDescription: 200,
  landingTitle: 100,
  landingDescription: 500,
  imageUrl: 2048,
  currencySymbol: 3,
  clubName: 40,
  levelName: 40,
  giftMessage: 200,
} as const

/** Lengths in characters of what members and admins write beyond their profile. */
export const TEXT_LIMITS = {
  post: 5000,
  comment: 2000,
  catchWords: 1000,
  title: 100,
  gameDescription: 2000,
  videoDescription: 2000,
  prizeDescription: 2000,
  cardDescription: 500,
  ctaText: 50,
  pointsReason: 500,
  suspensionReason: 500,
  appeal: 1000,
  appealWords: 500,
  reportWords: 500,
  recordReason: 500,
  teamNote: 1000,
} as const

/** Password length in bytes of UTF-8; bcrypt reads at most 72. */
export const PASSWORD = { min: 6, max: 72 } as const

/** Reports that hide a post or comment without a decision; 0 is never. */
export const REPORTS_TO_HIDE = { min: 0, max: 100 } as const

/** What a first step of a new member earns. */
export const STEP_POINTS = { min: 0, max: 1000 } as const

/** The levels of a club, and from how many points earned one can begin. */
export const LEVELS_MAX = 20
export const LEVEL_POINTS = { min: 0, max: 1_000_000 } as const

export const FISHING_PHOTOS_MAX = 6
export const POST_PHOTOS_MAX = 6
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024
/** Pixels of a photo that a browser is made to decode: four bytes each. Phones have cameras of up to 108 million. */
export const PHOTO_MAX_PIXELS = 120_000_000

/** Largest weights that the profile takes, in their own unit, with the input's step. */
export const WEIGHT = {
  kg: { max: 500, step: 0.01 },
  lbs: { max: 1000, step: 0.1 },
} as const

/** The weight of a catch in grams; 500 kg, as for the profile. */
export const CATCH_GRAMS = { min: 1, max: 500_000 } as const

/** The most that one item of a prize package may be worth, and its largest quantity. */
export const PRIZE_POINTS = { min: 0, max: 1_000_000 } as const
export const PRIZE_QUANTITY = { min: 1, max: 1_000_000 } as const
/** What a prize costs in a shop, in the currency of the site's symbol. */
export const RETAIL_VALUE = { min: 0.01, max: 1_000_000 } as const

/** What a package costs as a reward, in points, and how often a member gets it in a season. */
export const REWARD_PRICE = { min: 1, max: 1_000_000 } as const
export const REWARD_LIMIT = { min: 1, max: 1000 } as const

/** How long a prize can be claimed by default, in days. */
export const CLAIM_DAYS = 30

/** Lengths in characters of what admins write about a claim. */
export const CLAIM_LIMITS = { carrier: 60, trackingNumber: 100, notes: 2000 } as const

/** Lengths in characters of a postal address. */
export const ADDRESS_LIMITS = {
  name: 100,
  email: 254,
  phone: 40,
  line: 200,
  city: 100,
  state: 100,
  postalCode: 20,
  country: 100,
} as const

export const REFERRAL_POINTS = { min: 0, max: 10_000 } as const
export const GIFT_POINTS = { min: 1, max: 1000 } as const
/** Of a link by which the club invites: its note in characters, its places, and days until it expires. */
export const CLUB_LINK = { note: 80, places: { min: 1, max: 1000 }, days: { min: 1, max: 365 } } as const
/** Addresses that are invited by mail at once, also those of members who are imported. */
export const INVITED_AT_ONCE = 200
/** Addresses that one admin invites by mail in 24 hours, with those of members who are imported. */
export const INVITED_A_DAY = 600
/** Points of a member who is imported. The day when they joined is in 1900 or later, and not after today. */
export const IMPORTED_POINTS = { min: 0, max: 1_000_000 } as const
export const NETWORK_PAGE_SIZE = 30

/** How long short confirmations stay, in milliseconds. */
export const SHOWN_MS = { copied: 2000, success: 3000 } as const

/** Every date is at or after the first of these times and before the second. */
export const DATES = { from: '2000-01-01T00:00:00.000Z', before: '2200-01-01T00:00:00.000Z' } as const
