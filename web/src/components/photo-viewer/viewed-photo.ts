/** A photo in the viewer. */
export interface ViewedPhoto {
  url: string
  alt: string
  /** Whose photo it is. */
  by?: { id: string; username: string; avatar_url: string | null } | undefined
  /** One line below the name, e.g. when it was taken. */
  note?: string | undefined
  caption?: string | undefined
  /** Reports the photo; the viewer closes first. Without it there is no such button. */
  onReport?: (() => void) | undefined
}
