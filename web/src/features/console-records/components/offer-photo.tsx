import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { PhotoButton } from '../../../components/photo-viewer/photo-button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import { catchPhotoQuery } from '../../../data/catches/photo-query.ts'
import { useBlobUrl } from '../../../hooks/use-blob-url.ts'
import * as styles from '../offers.module.css'

/** The photo by which the weight is verified; it opens the viewer. */
export function OfferPhoto({ path, alt }: { path: string; alt: string }) {
  const { data: blob, isError } = useQuery(catchPhotoQuery(path, 'whole'))
  const url = useBlobUrl(blob)
  if (!url) return isError ? <Photo url="" alt={alt} width={640} height={480} /> : <Skeleton height={240} />
  return (
    <PhotoButton className={styles.photo} label={`Open the photo: ${alt}`} title={alt} photos={[{ url, alt }]}>
      <Photo url={url} alt={alt} width={640} height={480} />
    </PhotoButton>
  )
}
