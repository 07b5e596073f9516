/** When a picture of a best, a record or a level fails. Apart from the members' other texts, which every page loads. */
export const pictureFailureText = {
  makePicture: 'The picture could not be made. Try again.',
} as const

export type PictureFailure = (typeof pictureFailureText)[keyof typeof pictureFailureText]

/** There is no such picture, and another attempt changes nothing. The message is for the member. */
export class NoPicture extends Error {
  override name = 'NoPicture'
}
