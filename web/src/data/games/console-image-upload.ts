import { type UploadWatch, uploadPhoto } from '../../lib/photo/photo-upload.ts'

/**
 * Uploads the picture of a game; the service lets admins write there only.
 * @returns its public address.
 * @throws {PhotoError} like {@link uploadPhoto}.
 */
export function uploadGameImage(userId: string, file: File, watch: UploadWatch): Promise<string> {
  return uploadPhoto({ bucket: 'games-images', file, userId, ...watch })
}
