import { clubName, onClub } from './club.ts'

let page = ''
let unread = 0

const show = () => {
  document.title = `${unread > 0 ? `(${unread < 10 ? unread : '9+'}) ` : ''}${page} | ${clubName()}`
}

onClub(show)

/** Names the page in the window's title: `Leaderboard | Bankside`. */
export function showPageInTitle(title: string): void {
  page = title
  show()
}

/** Shows the number of unread notifications before the page's name, `(3) News | Bankside`; none for 0. */
export function showUnreadInTitle(count: number): void {
  if (count === unread) return
  unread = count
  show()
}
