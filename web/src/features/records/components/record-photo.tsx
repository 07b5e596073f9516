import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { PhotoButton } from '../../../components/photo-viewer/photo-button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import { catchPhotoQuery } from '../../../data/catches/photo-query.ts'
import { useBlobUrl } from '../../../hooks/use-blob-url.ts'

export interface RecordPhotoProps {
  path: string
  alt: string
}

/** The photo on the card of a variety. */
export function RecordPhoto({ path, alt }: RecordPhotoProps) {
  const { data: blob, isError } = useQuery(catchPhotoQuery(path, 'tile'))
  const url = useBlobUrl(blob)
  if (!url && !isError) return <Skeleton width="100%" height="100%" />
  return <Photo url={url ?? ''} alt={alt} width={480} height={270} />
}

/** The photo of the biggest, which opens the viewer. */
export function BiggestPhoto({ path, alt }: RecordPhotoProps) {
  const { data: blob, isError } = useQuery(catchPhotoQuery(path, 'whole'))
  const url = useBlobUrl(blob)
  if (!url)
    return isError ? <Photo url="" alt={alt} width={800} height={600} /> : <Skeleton width="100%" height="100%" />
  return (
    <PhotoButton label="Open the photo" title={alt} photos={[{ url, alt }]}>
      <Photo url={url} alt={alt} width={800} height={600} priority />
    </PhotoButton>
  )
}
