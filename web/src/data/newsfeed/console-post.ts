/** One post of the console's list. */
export interface ConsolePost {
  id: string
  content: string
  author: string
  createdAt: string
  photos: number
  /** The end of the pin, which may have passed; null for a post that is not an announcement. */
  pinnedUntil: string | null
  isHidden: boolean
  /** The newest case about it, where it was reported or hidden. */
  caseId: string | null
  /** How many reports wait for a decision. */
  reports: number
}

export interface PostsPage {
  posts: ConsolePost[]
  /** Total number of posts found. */
  total: number
}
