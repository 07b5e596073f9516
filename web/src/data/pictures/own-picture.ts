import type { PictureSubject } from './load-own-picture.ts'

/** @returns a function that has the picture made by the service: a JPEG. Its code is loaded when it is called. */
export const ownPicture = (userId: string, subject: PictureSubject) => async (): Promise<Blob> => {
  const { loadOwnPicture } = await import('./load-own-picture.ts')
  return await loadOwnPicture(userId, subject)
}
