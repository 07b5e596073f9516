import { type UploadWatch, uploadPhoto } from '../../lib/photo/photo-upload.ts'

/**
 * Uploads the photo of an entry into the member's own folder.
 * @returns its public address, for the entry.
 * @throws {PhotoError} like {@link uploadPhoto}.
 */
export function uploadGamePhoto(userId: string, file: File, watch: UploadWatch): Promise<string> {
  return uploadPhoto({ bucket: 'game-photos', file, userId, ...watch })
}
