const NAMES: Record<string, string | undefined> = {
  admin: 'Given by admins',
  referral: 'Referral',
  gift_sent: 'Gift given',
  gift_received: 'Gift received',
  game: 'Game',
  prize: 'Prize',
  reward: 'Reward',
  reward_refund: 'Points back',
  first_step: 'First step',
}

/** The name of a ledger row's kind. */
export const kindName = (kind: string) => NAMES[kind] ?? kind
