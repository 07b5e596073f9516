/** What a member can have a picture of. */
export type PictureSubject = { kind: 'best' | 'record'; catchId: string } | { kind: 'level' }

/** @returns a function that has the picture made by the service: a JPEG. Its code is loaded when it is called. */
export const ownPicture = (userId: string, subject: PictureSubject) => async (): Promise<Blob> => {
  const { loadOwnPicture } = await import('./load-own-picture.ts')
  return await loadOwnPicture(userId, subject)
}
