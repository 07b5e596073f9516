import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import { catchPhotoQuery, type PhotoWidth } from '../../../data/catches/photo-query.ts'
import { useBlobUrl } from '../../../hooks/use-blob-url.ts'

/** An address of this page for bytes that have no public one; undefined until they are here. */
export function useCatchPhoto(path: string | null, width: PhotoWidth) {
  const { data: blob, isError } = useQuery({ ...catchPhotoQuery(path ?? '', width), enabled: path !== null })
  return { url: useBlobUrl(blob), isError }
}

export interface CatchPhotoProps {
  path: string
  alt: string
  size: PhotoWidth
  /** Largest size in CSS pixels at which it is shown. */
  width: number
  height: number
  className?: string | undefined
}

/** The photo of a catch. */
export function CatchPhoto({ path, alt, size, width, height, className }: CatchPhotoProps) {
  const { url, isError } = useCatchPhoto(path, size)
  if (!url && !isError) return <Skeleton width="100%" height="100%" />
  return (
    <Photo url={url ?? ''} alt={alt} width={width} height={height} {...(className !== undefined && { className })} />
  )
}
