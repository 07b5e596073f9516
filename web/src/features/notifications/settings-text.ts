/** What is switched on and off together, by the group's name in the database. */
export const GROUPS: Readonly<Record<string, { title: string; text: string } | undefined>> = {
  prizes: { title: 'Prizes and delivery', text: 'Won, claim by, on its way, delivered' },
  wins: { title: 'Games you win', text: 'As soon as a game is settled' },
  results: { title: 'Game results', text: 'When a game you entered is settled' },
  games: { title: 'Games', text: 'A game opens, or closes and you have not entered' },
  mentions: { title: 'Mentions', text: 'When somebody writes your name with @' },
  replies: { title: 'Comments and replies', text: 'On your posts and threads you joined' },
  reactions: { title: 'Reactions', text: 'One for each post, however many react' },
  connections: { title: 'Connections', text: 'Requests and acceptances' },
  points: { title: 'Points and badges', text: 'Gifts, referrals and badges' },
  live: { title: 'Live video', text: 'When it begins' },
  announcements: { title: 'Announcements', text: 'From the team' },
  moderation: { title: 'Your account', text: 'When the team suspends it' },
  club: { title: 'Running the club', text: 'Claims to send, games to settle, stock that runs low' },
}

export const CHANNELS = [
  { name: 'in_app', title: 'In app' },
  { name: 'push', title: 'Push' },
  { name: 'email', title: 'Email' },
] as const

export const DIGESTS = [
  { value: 'off', title: 'Off', text: 'Nothing' },
  { value: 'daily', title: 'Daily', text: 'In the morning, what you have not read. Skipped on days with nothing new.' },
  { value: 'weekly', title: 'Weekly', text: 'On Monday morning, what you have not read. Never empty.' },
] as const

/** The half hours of a day, and the chosen time if it is another. */
export function timesOfDay(chosen: string): string[] {
  const halves = Array.from({ length: 48 }, (_, at) => `${String(at >> 1).padStart(2, '0')}:${at % 2 ? '30' : '00'}`)
  return halves.includes(chosen) ? halves : [...halves, chosen].toSorted()
}
