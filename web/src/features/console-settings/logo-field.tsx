import { useFormField } from '../../components/form/fields.tsx'
import { PhotoDrop } from '../../components/ui/photo-drop.tsx'
import { useUserId } from '../../hooks/use-session.ts'
import type { AppForm } from '../../lib/form/plan.ts'
import { squarePicture } from '../../lib/photo/photo-shrink.ts'
import { uploadPhoto } from '../../lib/photo/photo-upload.ts'
import * as styles from './logo-field.module.css'

/** In pixels: the largest icon of the app. */
const EDGE = 512

/** The logo of the club, stored as a square. */
export function LogoField({ form }: { form: AppForm }) {
  const { value, change, error } = useFormField<string | null>(form, 'logoUrl')
  const userId = useUserId()
  return (
    <div className={styles.logo}>
      <PhotoDrop
        label="Logo"
        value={value}
        onChange={change}
        upload={async (file, watch) => {
          const square = await squarePicture(file, EDGE)
          return await uploadPhoto({ bucket: 'games-images', file: square, userId: userId ?? '', ...watch })
        }}
        disabled={userId === undefined}
        ratio={1}
        error={error}
        action="uploadImage"
      />
      <p className="small quiet">
        Stands beside the name and is the icon of the app. A square picture fits best; any other gets a white ground.
      </p>
    </div>
  )
}
