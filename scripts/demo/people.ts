/** One angler of the demo: what the leaderboard and the profile show. */
export interface Person {
  username: string
  area: string
  /** Balance at the end. */
  points: number
  badges: number
  /** 0 to 5: how much of the balance was earned recently. */
  form: number
  bio: string
}

/** The accounts that the documentation mentions by name. */
export const CAST = {
  admin: 'Bankside Bailiff',
  busy: 'Tom_Withy',
  fresh: 'first_rod_finn',
  suspended: 'marl_pit_max',
} as const

export const TOM_BIO =
  'Mostly short overnighters after work. Happier on a small estate lake than a big pit. Ask me about the Withy Lake bars.'

// username | area | points | badges | form
const TABLE = `
Nightowl_Nat|Kent|6940|11|2
mirrormad_mel|Norfolk|6215|9|5
Old Gregor|Perthshire|5870|12|0
PegFourPaul|Delaware|5160|7|3
leney_lou|Lincolnshire|4905|8|4
BivvyDan|North West|4420|6|1
sarah_swim7|Cotswolds|4080|6|5
tench_terry|Shropshire|3760|5|2
the_long_cast|Essex|3515|4|0
zigs_and_zen|Bristol|3280|5|3
IvyReeds|Upstate New York|2990|3|4
Ken B|Cheshire|2745|4|1
Marsh_Mike|Somerset|2610|2|2
Tom_Withy|Syracuse, New York|2480|4|3
jo_on_the_bank|North Yorkshire|2260|5|4
margin_mags|Hampshire|2105|3|5
RajCarper|Leicester|1890|2|1
Captain Boilie|Colchester|1760|3|3
pva_pete|Northampton|1645|2|0
silt_and_spod|Cambridge|1520|2|2
Doris of the Dabbling Duck Lake and Quiet Waters|Rutland|1490|1|1
two_bite_tina|Wigan|1380|2|5
zander_ali|Peterborough|1295|1|0
كريم الصياد|Bradford|1240|2|4
halfmoon_hal|Gloucester|1150|1|2
liner_lil|Devon|1085|2|1
Stalker Steve|Surrey|1010|1|3
weedbed_wendy|Wiltshire|960|1|0
Åse på bryggen|Gothenburg|905|1|4
chod_rig_charlie|Hertfordshire|860|2|5
麦穗钓手|Manchester|815|1|2
otter_spotter|Powys|770|1|1
knotless_ned|Derby|720|1|0
Luna of Moon Lake|Brighton|680|1|3
TheQuietBank|Suffolk|640|0|2
back_lead_bob|Stoke|600|1|4
Maribel P.|Miami|555|0|1
barbless_bea|Nottingham|520|1|5
old_mill_oli|Dorset|480|0|0
skimmer_sid|Hull|450|1|2
Jürgen vom Baggersee|Ulm|420|0|3
hookbait_hana|Leeds|385|0|1
carp_diem_cass|Oxford|350|1|4
דייג הלילה|London|320|0|2
Frosty Flask|Durham|290|0|0
wraysbury_will|Berkshire|260|0|5
tip_ring_tom|Swindon|235|0|1
Big Al|Doncaster|210|0|3
reedline_rosa|Exeter|180|0|2
Samir the Patient|Luton|155|0|4
hair_rig_hattie|Worcester|130|0|0
floater_fran|Bath|110|0|1
pike_no_more|Carlisle|90|0|2
lily_pad_lars|Malmö|70|0|5
gravel_bar_gus|Reading|50|0|3
marl_pit_max|Chester|740|1|1
bream_magnet_bill|Ely|40|0|0
sunrise_sue|Truro|25|0|4
quiver_quinn|Lancaster|10|0|2
first_rod_finn||0|0|0
`

const BIOS = [
  'Two rods, one kettle, no hurry.',
  'Surface fishing all summer, zigs all spring, excuses all winter.',
  'Learning the far margin one lost lead at a time.',
  'I put the sounder on silent and the coffee on loud.',
  'Day tickets mostly. Will drive three hours for a lake with an island.',
  'Fishing since my grandad lent me a rod and never asked for it back.',
  'Unhooking mat first, camera second.',
  'Here for the sunrises. The carp are a bonus.',
  'Bait maker, knot tester, biscuit carrier.',
  'Weekend angler, weekday dreamer.',
  '',
]

/** All anglers in the order of the all-time leaderboard. */
export const PEOPLE: Person[] = TABLE.trim()
  .split('\n')
  .map((line, index) => {
    const [username = '', area = '', points, badges, form] = line.split('|')
    const bio = username === CAST.busy ? TOM_BIO : username === CAST.fresh ? '' : (BIOS[index % BIOS.length] ?? '')
    return { username, area, points: Number(points), badges: Number(badges), form: Number(form), bio }
  })
