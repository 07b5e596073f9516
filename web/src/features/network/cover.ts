import autumn from '../../assets/art/lake-autumn.svg'
import dawn from '../../assets/art/lake-dawn.svg'
import dusk from '../../assets/art/lake-dusk.svg'
import night from '../../assets/art/lake-night.svg'
import noon from '../../assets/art/lake-noon.svg'
import { tintOf } from '../../components/ui/avatar.tsx'

const LAKES = { 1: dawn, 2: autumn, 3: dusk, 4: noon, 5: night }

/** The picture of a lake above a member's page: always the same one for the same member. */
export const coverOf = (memberId: string): string => LAKES[tintOf(memberId)]
