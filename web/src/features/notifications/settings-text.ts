/** The groups of notifications that are switched on and off together, by their names in the database. */
export const GROUPS: Readonly<Record<string, { title: string; text: string } | undefined>> = {
  prizes: { title: 'Prizes and delivery', text: 'Prizes won, claim deadlines, shipping and delivery' },
  wins: { title: 'Games you win', text: 'When a game you have won is completed' },
  results: { title: 'Game results', text: 'When a game you entered is completed' },
  games: { title: 'Games', text: 'When a game opens, or closes soon and you have not entered' },
  mentions: { title: 'Mentions', text: 'When someone mentions you with @' },
  replies: { title: 'Comments and replies', text: 'On your posts, and on posts you have commented on' },
  reactions: { title: 'Reactions', text: 'One notification for each post, however many members react' },
  connections: { title: 'Connections', text: 'Requests and acceptances' },
  points: { title: 'Points and badges', text: 'Gifts, referrals, badges and club records' },
  live: { title: 'Live video', text: 'When a video begins' },
  announcements: { title: 'Announcements', text: 'From the team' },
  moderation: {
    title: 'Your account and reports',
    text: 'When the team warns or suspends you, or deals with your report',
  },
  reports: { title: 'Reports to decide', text: 'When a member reports something to the team' },
  club: { title: 'Running the club', text: 'Claims to ship, games to complete and prizes low in stock' },
}

export const CHANNELS = [
  { name: 'in_app', title: 'In app' },
  { name: 'push', title: 'Push' },
  { name: 'email', title: 'Email' },
] as const

export const DIGESTS = [
  { value: 'off', title: 'Off', text: 'Nothing' },
  {
    value: 'daily',
    title: 'Daily',
    text: 'Every morning, with what you have not read. Not sent if there is nothing new.',
  },
  {
    value: 'weekly',
    title: 'Weekly',
    text: 'On Monday mornings, with what you have not read. Not sent if there is nothing new.',
  },
] as const

/** The half hours of a day, and the chosen time if it is another. */
export function timesOfDay(chosen: string): string[] {
  const halves = Array.from({ length: 48 }, (_, at) => `${String(at >> 1).padStart(2, '0')}:${at % 2 ? '30' : '00'}`)
  return halves.includes(chosen) ? halves : [...halves, chosen].toSorted()
}
