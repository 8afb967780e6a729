/**
 * Names that services accept for emoji besides those of `gemoji`: `name=alias,alias` for each emoji that has such names,
 * from Unicode's list with the names that GitLab had before (emojibase-data, MIT).
 */
const aliases = `
tm=trade_mark information_source=information arrow_up_down=up_down_arrow arrow_upper_left=up_left_arrow
sunny=sun open_umbrella=umbrella2 snowman_with_snow=snowman2 coffee=hot_beverage
skull_and_crossbones=skull_crossbones radioactive=radioactive_sign biohazard=biohazard_sign
frowning_face=frowning2,white_frowning_face spades=spade_suit clubs=club_suit hearts=heart_suit
diamonds=diamond_suit hotsprings=hot_springs hammer_and_pick=hammer_pick balance_scale=scales
heavy_check_mark=check_mark question=question_mark
heavy_heart_exclamation=heart_exclamation,heavy_heart_exclamation_mark_ornament heart=red_heart
grinning=grinning_face rofl=rolling_on_the_floor_laughing relaxed=smiling_face
slightly_smiling_face=slight_smile upside_down_face=upside_down wink=winking_face relieved=relieved_face
smiling_face_with_three_hearts=smiling_face_with_3_hearts kissing=kissing_face
raised_eyebrow=face_with_raised_eyebrow monocle_face=face_with_monocle nerd_face=nerd smirk=smirking_face
unamused=unamused_face pensive=pensive_face worried=worried_face confused=confused_face
slightly_frowning_face=slight_frown weary=weary_face cry=crying_face angry=angry_face
cursing_face=face_with_symbols_over_mouth flushed=flushed_face fearful=fearful_face
hugs=hugging,hugging_face thinking=thinking_face hand_over_mouth=face_with_hand_over_mouth lying_face=liar
roll_eyes=rolling_eyes,face_with_rolling_eyes hushed=hushed_face sleeping=sleeping_face drooling_face=drool
sleepy=sleepy_face zipper_mouth_face=zipper_mouth nauseated_face=sick vomiting_face=face_vomiting
sneezing_face=sneeze face_with_thermometer=thermometer_face face_with_head_bandage=head_bandage
money_mouth_face=money_mouth cowboy_hat_face=cowboy,face_with_cowboy_hat japanese_ogre=ogre
japanese_goblin=goblin clown_face=clown hankey=poo,pile_of_poo skull=skeleton space_invader=alien_monster
robot=robot_face smiley_cat=grinning_cat scream_cat=weary_cat crying_cat_face=crying_cat
raised_hands=raising_hands handshake=shaking_hands +1=thumbup,thumbs_up -1=thumbdown,thumbs_down
fist_oncoming=oncoming_fist fist_raised=raised_fist fist_left=left_facing_fist,left_fist
fist_right=right_facing_fist,right_fist
crossed_fingers=fingers_crossed,hand_with_index_and_middle_finger_crossed v=victory_hand
metal=sign_of_the_horns raised_back_of_hand=back_of_hand raised_hand_with_fingers_splayed=hand_splayed
vulcan_salute=vulcan,raised_hand_with_part_between_middle_and_ring_fingers wave=waving_hand
call_me_hand=call_me muscle=flexed_biceps middle_finger=reversed_hand_with_middle_finger_extended
pray=folded_hands kiss=kiss_mark lips=mouth speaking_head=speaking_head_in_silhouette adult=person
curly_haired_woman=woman_curly_haired curly_haired_man=man_curly_haired red_haired_woman=woman_red_haired
red_haired_man=man_red_haired,man_red_hair blond_haired_person=person_with_blond_hair
blond_haired_woman=blond-haired_woman blond_haired_man=blond-haired_man
white_haired_woman=woman_white_haired white_haired_man=man_white_haired bald_woman=woman_bald
bald_man=man_bald bearded_person=person_beard older_adult=older_person older_woman=grandma,old_woman
older_man=old_man man_with_gua_pi_mao=man_with_chinese_cap person_with_turban=person_wearing_turban
woman_with_turban=woman_wearing_turban man_with_turban=man_wearing_turban policewoman=woman_police_officer
policeman=man_police_officer construction_worker_woman=woman_construction_worker
construction_worker_man=man_construction_worker guardswoman=woman_guard guardsman=man_guard
detective=spy,sleuth_or_spy female_detective=woman_detective male_detective=man_detective
superhero_woman=woman_superhero superhero_man=man_superhero supervillain_woman=woman_supervillain
supervillain_man=man_supervillain mrs_claus=mother_christmas santa=santa_claus mage_woman=woman_mage
mage_man=man_mage elf_woman=woman_elf elf_man=man_elf vampire_woman=woman_vampire vampire_man=man_vampire
zombie_woman=woman_zombie zombie_man=man_zombie genie_woman=woman_genie genie_man=man_genie
fairy_woman=woman_fairy fairy_man=man_fairy angel=baby_angel pregnant_woman=expecting_woman
bow=person_bowing bowing_woman=woman_bowing bowing_man=man_bowing tipping_hand_person=person_tipping_hand
tipping_hand_woman=woman_tipping_hand tipping_hand_man=man_tipping_hand no_good=person_gesturing_no
no_good_woman=woman_gesturing_no no_good_man=man_gesturing_no ok_person=person_gesturing_ok
ok_woman=woman_gesturing_ok ok_man=man_gesturing_ok raising_hand=person_raising_hand
raising_hand_woman=woman_raising_hand raising_hand_man=man_raising_hand
facepalm=person_facepalming,face_palm shrug=person_shrugging
pouting_face=person_pouting,person_with_pouting_face pouting_woman=woman_pouting pouting_man=man_pouting
frowning_person=person_frowning frowning_woman=woman_frowning frowning_man=man_frowning
haircut=person_getting_haircut haircut_woman=woman_getting_haircut haircut_man=man_getting_haircut
massage=person_getting_massage massage_woman=woman_getting_face_massage massage_man=man_getting_face_massage
sauna_person=person_in_steamy_room sauna_woman=woman_in_steamy_room sauna_man=man_in_steamy_room
nail_care=nail_polish man_dancing=male_dancer dancers=people_with_bunny_ears_partying
dancing_women=women_with_bunny_ears_partying dancing_men=men_with_bunny_ears_partying
business_suit_levitating=levitate,man_in_business_suit_levitating walking=person_walking
walking_woman=woman_walking walking_man=man_walking kneeling_person=person_kneeling
kneeling_woman=woman_kneeling kneeling_man=man_kneeling runner=person_running running_woman=woman_running
running_man=man_running standing_person=person_standing standing_woman=woman_standing
standing_man=man_standing couple_with_heart_woman_woman=couple_ww,couple_with_heart_ww
couple_with_heart_man_man=couple_mm,couple_with_heart_mm couplekiss_man_woman=kiss_woman_man
couplekiss_woman_woman=kiss_ww,couplekiss_ww couplekiss_man_man=kiss_mm,couplekiss_mm,kiss_man_man
family_man_woman_girl=family_mwg family_man_woman_girl_boy=family_mwgb family_man_woman_boy_boy=family_mwbb
family_man_woman_girl_girl=family_mwgg family_woman_woman_boy=family_wwb family_woman_woman_girl=family_wwg
family_woman_woman_girl_boy=family_wwgb family_woman_woman_boy_boy=family_wwbb
family_woman_woman_girl_girl=family_wwgg family_man_man_boy=family_mmb family_man_man_girl=family_mmg
family_man_man_girl_boy=family_mmgb family_man_man_boy_boy=family_mmbb family_man_man_girl_girl=family_mmgg
shirt=t_shirt swim_brief=briefs flat_shoe=womans_flat_shoe sandal=womans_sandal boot=womans_boot
athletic_shoe=running_shoe tophat=top_hat rescue_worker_helmet=helmet_with_cross,helmet_with_white_cross
pouch=clutch_bag school_satchel=backpack eyeglasses=glasses dog=dog_face cat=cat_face mouse=mouse_face
rabbit=rabbit_face fox_face=fox panda_face=panda tiger=tiger_face lion=lion_face cow=cow_face pig=pig_face
horse=horse_face unicorn=unicorn_face t-rex=t_rex rhinoceros=rhino sheep=ewe dove=dove_of_peace
shell=spiral_shell ear_of_rice=sheaf_of_rice wilted_flower=wilted_rose new_moon_with_face=new_moon_face
star2=glowing_star zap=high_voltage fire=flame tornado=cloud_tornado,cloud_with_tornado
sun_behind_small_cloud=white_sun_small_cloud,white_sun_with_small_cloud
sun_behind_large_cloud=white_sun_cloud,white_sun_behind_cloud
sun_behind_rain_cloud=white_sun_rain_cloud,white_sun_behind_cloud_with_rain cloud_with_rain=cloud_rain
cloud_with_lightning_and_rain=thunder_cloud_rain,thunder_cloud_and_rain cloud_with_snow=cloud_snow
wind_face=wind_blowing_face dash=dashing_away ocean=water_wave apple=red_apple kiwi_fruit=kiwi,kiwifruit
corn=ear_of_corn baguette_bread=french_bread cheese=cheese_wedge fried_egg=cooking hotdog=hot_dog
fries=french_fries stuffed_flatbread=stuffed_pita green_salad=salad shallow_pan_of_food=paella
ramen=steaming_bowl stew=pot_of_food curry=curry_rice bento=bento_box rice=cooked_rice cake=shortcake
birthday=birthday_cake custard=pudding,flan peanuts=shelled_peanut milk_glass=milk,glass_of_milk
beer=beer_mug clinking_glasses=champagne_glass,clinking_glass tumbler_glass=whisky
champagne=bottle_with_popping_cork plate_with_cutlery=fork_knife_plate,fork_and_knife_with_plate
soccer=soccer_ball ping_pong=table_tennis ice_hockey=hockey cricket_game=cricket_bat_ball goal_net=goal
golf=flag_in_hole bow_and_arrow=archery fishing_pole_and_fish=fishing_pole boxing_glove=boxing_gloves
martial_arts_uniform=karate_uniform running_shirt_with_sash=running_shirt ski=skis
weight_lifting=person_lifting_weights,lifter,weight_lifter weight_lifting_woman=woman_lifting_weights
weight_lifting_man=man_lifting_weights wrestling=people_wrestling,wrestlers
cartwheeling=person_doing_cartwheel,cartwheel
bouncing_ball_person=person_bouncing_ball,basketball_player,person_with_ball
bouncing_ball_woman=woman_bouncing_ball bouncing_ball_man=man_bouncing_ball person_fencing=fencer,fencing
handball_person=person_playing_handball,handball golfing=person_golfing,golfer golfing_woman=woman_golfing
golfing_man=man_golfing lotus_position=person_in_lotus_position lotus_position_woman=woman_in_lotus_position
lotus_position_man=man_in_lotus_position surfer=person_surfing surfing_woman=woman_surfing
surfing_man=man_surfing swimmer=person_swimming swimming_woman=woman_swimming swimming_man=man_swimming
water_polo=person_playing_water_polo rowboat=person_rowing_boat rowing_woman=woman_rowing_boat
rowing_man=man_rowing_boat climbing=person_climbing climbing_woman=woman_climbing climbing_man=man_climbing
mountain_bicyclist=person_mountain_biking mountain_biking_woman=woman_mountain_biking
mountain_biking_man=man_mountain_biking bicyclist=person_biking biking_woman=woman_biking
biking_man=man_biking 1st_place_medal=first_place,first_place_medal
2nd_place_medal=second_place,second_place_medal 3rd_place_medal=third_place,third_place_medal
medal_sports=medal,sports_medal medal_military=military_medal tickets=admission_tickets
juggling_person=person_juggling,juggling,juggler clapper=clapper_board headphones=headphone
drum=drum_with_drumsticks dart=direct_hit jigsaw=puzzle_piece car=automobile racing_car=race_car
kick_scooter=scooter bike=bicycle motor_scooter=motorbike motorcycle=racing_motorcycle train=tram_car
bullettrain_front=bullet_train steam_locomotive=locomotive flight_departure=airplane_departure
flight_arrival=airplane_arriving small_airplane=airplane_small artificial_satellite=satellite_orbital
canoe=kayak motor_boat=motorboat passenger_ship=cruise_ship fuelpump=fuel_pump busstop=bus_stop
world_map=map moyai=moai european_castle=castle parasol_on_ground=umbrella_on_ground
beach_umbrella=beach,beach_with_umbrella desert_island=island mountain_snow=snow_capped_mountain
houses=homes,house_buildings derelict_house=house_abandoned,derelict_house_building
building_construction=construction_site railway_track=railroad_track japan=map_of_japan national_park=park
stars=shooting_star city_sunrise=sunset city_sunset=city_dusk iphone=mobile_phone desktop_computer=desktop
computer_mouse=mouse_three_button,three_button_mouse clamp=compression minidisc=computer_disk
cd=optical_disk vhs=videocassette camera_flash=camera_with_flash film_projector=projector
film_strip=film_frames fax=fax_machine tv=television studio_microphone=microphone2 timer_clock=timer
mantelpiece_clock=clock,mantlepiece_clock bulb=light_bulb oil_drum=oil yen=yen_banknote euro=euro_banknote
moneybag=money_bag gem=gem_stone hammer_and_wrench=tools bricks=brick gun=pistol hocho=kitchen_knife
dagger=dagger_knife smoking=cigarette funeral_urn=urn barber=barber_pole lotion_bottle=squeeze_bottle
bellhop_bell=bellhop old_key=key2 couch_and_lamp=couch sleeping_bed=sleeping_accommodation,person_in_bed
framed_picture=frame_photo,frame_with_picture shopping=shopping_bags shopping_cart=shopping_trolley
gift=wrapped_gift flags=carp_streamer tada=party_popper email=e_mail
spiral_notepad=notepad_spiral,spiral_note_pad spiral_calendar=calendar_spiral,spiral_calendar_pad
card_file_box=card_box ballot_box=ballot_box_with_ballot card_index_dividers=dividers
newspaper_roll=newspaper2,rolled_up_newspaper paperclips=linked_paperclips
pen=pen_ballpoint,lower_left_ballpoint_pen fountain_pen=pen_fountain,lower_left_fountain_pen
paintbrush=lower_left_paintbrush crayon=lower_left_crayon lock=locked unlock=unlocked
heartbeat=beating_heart heartpulse=growing_heart peace_symbol=peace latin_cross=cross om=om_symbol
place_of_worship=worship_symbol scorpius=scorpio atom_symbol=atom x=cross_mark stop_sign=octagonal_sign
no_entry_sign=prohibited do_not_litter=no_littering fleur_de_lis=fleur-de-lis m=circled_m wc=water_closet
mens=mens_room womens=womens_room signal_strength=antenna_bars symbols=input_symbols 1234=input_numbers
asterisk=keycap_asterisk eject_button=eject,eject_symbol pause_button=double_vertical_bar
play_or_pause_button=play_pause next_track_button=track_next,next_track
previous_track_button=track_previous,previous_track arrow_right=right_arrow arrow_left=left_arrow
arrow_up=up_arrow arrow_down=down_arrow notes=musical_notes end=end_arrow back=back_arrow on=on_arrow
top=top_arrow soon=soon_arrow large_blue_circle=blue_circle mute=muted_speaker mega=megaphone
left_speech_bubble=speech_left eye_speech_bubble=eye_in_speech_bubble right_anger_bubble=anger_right
black_joker=joker clock1=one_oclock clock2=two_oclock clock3=three_oclock clock4=four_oclock
clock5=five_oclock clock6=six_oclock clock7=seven_oclock clock8=eight_oclock clock9=nine_oclock
clock10=ten_oclock clock11=eleven_oclock clock12=twelve_oclock clock130=one_thirty clock230=two_thirty
clock330=three_thirty clock430=four_thirty clock530=five_thirty clock630=six_thirty clock730=seven_thirty
clock830=eight_thirty clock930=nine_thirty clock1030=ten_thirty clock1130=eleven_thirty
clock1230=twelve_thirty white_flag=flag_white,waving_white_flag black_flag=flag_black,waving_black_flag
rainbow_flag=gay_pride_flag afghanistan=af aland_islands=ax albania=al algeria=dz american_samoa=as
andorra=ad angola=ao anguilla=ai antarctica=aq antigua_barbuda=ag argentina=ar armenia=am aruba=aw
australia=au austria=at azerbaijan=az bahamas=bs bahrain=bh bangladesh=bd barbados=bb belarus=by belgium=be
belize=bz benin=bj bermuda=bm bhutan=bt bolivia=bo bosnia_herzegovina=ba botswana=bw brazil=br
british_indian_ocean_territory=io british_virgin_islands=vg brunei=bn bulgaria=bg burkina_faso=bf burundi=bi
cambodia=kh cameroon=cm canada=ca canary_islands=ic cape_verde=cv caribbean_netherlands=bq cayman_islands=ky
central_african_republic=cf chad=td christmas_island=cx cocos_islands=cc colombia=co comoros=km
congo_brazzaville=cg congo_kinshasa=congo cook_islands=ck costa_rica=cr cote_divoire=ci croatia=hr cuba=cu
curacao=cw cyprus=cy czech_republic=cz denmark=dk djibouti=dj dominica=dm dominican_republic=do ecuador=ec
egypt=eg el_salvador=sv equatorial_guinea=gq eritrea=er estonia=ee ethiopia=et falkland_islands=fk
faroe_islands=fo fiji=fj finland=fi french_guiana=gf french_polynesia=pf french_southern_territories=tf
gabon=ga gambia=gm georgia=ge ghana=gh gibraltar=gi greece=gr greenland=gl grenada=gd guadeloupe=gp guam=gu
guatemala=gt guernsey=gg guinea=gn guinea_bissau=gw guyana=gy haiti=ht honduras=hn hong_kong=hk hungary=hu
iceland=is india=in iran=ir iraq=iq ireland=ie isle_of_man=im israel=il jamaica=jm jersey=je jordan=jo
kazakhstan=kz kenya=ke kiribati=ki kosovo=xk kuwait=kw kyrgyzstan=kg laos=la latvia=lv lebanon=lb lesotho=ls
liberia=lr libya=ly liechtenstein=li lithuania=lt luxembourg=lu macau=mo macedonia=mk madagascar=mg
malawi=mw malaysia=my maldives=mv mali=ml malta=mt marshall_islands=mh martinique=mq mauritania=mr
mauritius=mu mayotte=yt mexico=mx micronesia=fm moldova=md monaco=mc mongolia=mn montenegro=me montserrat=ms
morocco=ma mozambique=mz myanmar=mm namibia=na nauru=nr nepal=np netherlands=nl new_caledonia=nc
new_zealand=nz nicaragua=ni niger=ne niue=nu norfolk_island=nf north_korea=kp northern_mariana_islands=mp
norway=no pakistan=pk palau=pw palestinian_territories=ps panama=pa papua_new_guinea=pg paraguay=py peru=pe
philippines=ph pitcairn_islands=pn poland=pl portugal=pt puerto_rico=pr qatar=qa reunion=re romania=ro
rwanda=rw samoa=ws san_marino=sm sao_tome_principe=st saudi_arabia=saudiarabia,saudi senegal=sn serbia=rs
seychelles=sc sierra_leone=sl singapore=sg sint_maarten=sx slovakia=sk slovenia=si
south_georgia_south_sandwich_islands=gs solomon_islands=sb somalia=so south_africa=za south_sudan=ss
sri_lanka=lk st_barthelemy=bl st_helena=sh st_kitts_nevis=kn st_lucia=lc st_pierre_miquelon=pm
st_vincent_grenadines=vc sudan=sd suriname=sr swaziland=sz sweden=se switzerland=ch syria=sy taiwan=tw
tajikistan=tj tanzania=tz thailand=th timor_leste=tl togo=tg tokelau=tk tonga=to trinidad_tobago=tt
tunisia=tn turks_caicos_islands=tc us_virgin_islands=vi uganda=ug ukraine=ua united_arab_emirates=ae
uruguay=uy uzbekistan=uz vanuatu=vu vatican_city=va venezuela=ve vietnam=vn wallis_futuna=wf
western_sahara=eh yemen=ye zambia=zm zimbabwe=zw ascension_island=ac bouvet_island=bv clipperton_island=cp
ceuta_melilla=ea diego_garcia=dg heard_mcdonald_islands=hm st_martin=mf svalbard_jan_mayen=sj
tristan_da_cunha=ta us_outlying_islands=um
`;

const table: { names: ReadonlyMap<string, string> | null } = { names: null };

/** Returns `gemoji`'s names of emoji by their other names. */
export function emojiAliases(): ReadonlyMap<string, string> {
  table.names ??= new Map(
    aliases
      .trim()
      .split(/\s+/)
      .flatMap((entry) => {
        const [first = "", names = ""] = entry.split("=");
        return names.split(",").map((alias) => [alias, first] as const);
      }),
  );
  return table.names;
}

/** Returns the flag of a name such as `flag_no` or `no`, whether there is one or not; null for any other name. */
export function flagNamed(name: string): string | null {
  const country = /^(?:flag_)?([a-z]{2})$/.exec(name)?.[1];
  if (!country) return null;
  return String.fromCodePoint(...Array.from(country, (letter) => letter.charCodeAt(0) - 0x61 + 0x1f1e6));
}
