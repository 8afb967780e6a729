import { analyse } from "chardet";
import type { Encoding } from "./encodings.ts";

/** Languages whose letters are told from bytes. */
type Letters = keyof typeof letterPairs;
/** Scripts of so many characters that each counts alone. */
type Characters = keyof typeof commonCharacters;

/**
 * Pairs of lower-case letters of which at least one is not ASCII, the most frequent first; `_` is the beginning or end of
 * a word. Counted in the translated messages of some hundred programs.
 */
const letterPairs = {
  western:
    "füörónréãoð_æró_è_iëå_ä_ürtäé_föióiðë__èçãørüläntáà_ésísääéeaçeïnã_åärdéáltà_éïnpåkävægüá_énmáväécò_ænøkäyüs_ämäéraðváërsíuòføübsäù_ívràrænø_üläríínééiùõeøgtøàllüälráðusã_àlærüártélíçaiàøyeëákßeränéçõårënlývàtünähéaïêtnúmåånýðpäséañnùråsæjøánméétímlåjäætðvös_öí_épènúmnåøjücägäirðñopçæshøühäsíaéfåtælsøëilátö_áeçódöviçütätðapéórì_røàchäléämiòrãmæ_þlöèsló_ê_íídsìcçyöævølémuïólållø_øiäügélmòcóådäoröñaö_tèrèökøtäh_šásvéçoïtåp_æðiköötbétíróèrtómàönnígé_úåskøøvwämíú_eñiéaíävuðößédbímèëlsöäkuéênnçsómöféödámønòruáíkúnégúshåäpüfši_óávgåögfäkéròøbeðöfèmànêsømäjþenörúètícmøöynüišcíéadíågødäeàrüdácøsç_xévótãsühöpúcéágvåsåiöóóaîúlúbê_åvhæyäeäškílåbußüeömkíèqcêtåöliáévækpøpáînåktæièjáïmöiøpàggäã_vílèmógæmü_žrôbúuçjæeßgðébööbäädöpôldænýdäbæôtáxjóbåöckænætšsátêgúfådøöäß_éjgópàöjïsöhnájàgíåeíoháéoæðàtoßcômúæfbøünnêrêátøedžküšežiêmbóúrgøø_üpuígömêdèkåäcašuêægfæäaòdäuštèlâmítósðsàmwüúahèuøcèuèdåöoônnèöaåfeöânútböšubìéqeæzöìnšaâcïepódêþýómeúåiòlümótfíúdpöóðäftâ_ãžazénójöcápôwöîtdóvãäxædàxü_ékwébòdöònošègôdkãažželêýspíáphôífkóäßyéï_áfäöiødüwáéuzó_îíxº_írhüžuîlaäéisõaøßiyúž_æmòpzäáqígušókçuæcsýcòyêlúqüyøoëúfeøkšoùuæýnxòoîóvüèißdìjãåuòsrçèddágèwèaútúlçšoááæbýjècnâgãøfíðtôlàyáógiñáuíbæiñuaßoècàåmvøoá_ºàfbánàïrjüpüàsükópàuš_sèrâkâpêízêctùpòeóàqlþužpãpæèxešœueíiãöðtòzáþidàî_éxåäjõnòbümãoävènºtõûrúcïdsûâlpõsòuëßtfèižxãðhïulâžnáagáežhíhúlòššnœkúrõjúýroïsúàpžoðròcoûûtbèeàèvóxïqðlâgábiúlãbàßliêdãsàuàpèhãëxý_úgöeäbxíëtïaâræ_dòhàádyógêaëþakýíeýt_âþjdûkáðeßbhâoçmôäqû_îcfáóþzànôaöúiáiðkàbaébëgàôm_çðgësðfdúçòäzšmaófóípêizüúexõþúògååðmèiãehóoöàdjíèpüiàvíçíó_òñevê_ªmâõhª_zãófóahëuþàyrþþboàoézâžyúvõlâtoíõrþ_cœócáhôrïbuñdôëfyðiïúpzèézúkeéòmíqoåþáfàöbbýdâçáèfúzðnòfeòtîlìuãçààzñóëvàhhîgòiõáðlôòtcâþíršæjaèújvöaâðbâyºlýpâ_zêeþdîfâíáïzoêßsèksââaóiþvwòjégâoðožrýüíèbíuóbbâxáíjrëáþcúðjaôüozíüzmñržñíiíuâ_ñzõñárîóqázýlxèïwhòiüõgúxxúøháeàißruófðßkéwºsô_xóèwþyéyãsàkrñoóòxñ_ïxóoºfïgçsùùlõfãúíúyeágþãpuödëiâ",
  central:
    "ć_í_ásčiť_ă_ówé_álníočičţiięčeéspřý_ačtăożtánáćešč_îścá_ućřeítčaşioś_šérnéučînłoánnýešó_căę_téišişżnši_ésúzăącárškvá_čiťărą_rázáčnčkaţałžežnájrăłaeşvýštköúbużlásăżyříožő_eđať_şaćénžaečnăłątóřicţżežiştužślšeů_ázč_fálărókéržmăędávkáüliţdłmánţjąjšđeeľpţbłećâneśléísežătyćú_ažcíátošgăłuzépăądséršdăeżěnsácâśćló_žlíćiaşácádnššaăsyśměašégeţęcşeněvéčrńsélađvăkó_ánčícčíćaşajśíkušépţăsłđufăołpísíđačjşutęívčuözţełęrítâiąéhírzšăţł_šnzőľaâtażékě_dž_ćârićámlžăuór_řtöţań_člétsťrţańméižbăjęlšágoćjúuă_śýcörmšuţśwjítőćnlčâmępövoľzčăşzęlőođžurânąvětšévćubţeńóddávšrčfâońóktídšrşęzióôdîmż_íčúčeákôžjlţńcím_úšlrüđiălwłzíš_dč_ţkłréžlăggłpébšmâłyémnúbčuş_żínönšvoşętmíčoölľkxăzątěždšoămłóvízöčvăcpóšídékšş_łnzóářšpšćvâełřáž_bápćpâółšunşyłgéiđčbâldżmóžígšeî_łčtăiązpšhâsąžkšjşngójčvčľúzâsóöspčkľădułíldőmčşośržbgáľbîlżąábšmîiżaořjáhă_öžooţżkťačssâręólkýmćnžţuzłtřlüšrţ_śnőlyťčdlâątdíčzăpdźkíürúcî_ź_týzüšcaçşcwąçaděsőşătąžđyödâbębýöt_ăąćíhújhčănótýmípžpcşłeběfšăzwęýtzžâiaśžáű_eťcîińělčpgâ_źř_ýsőkrđwünâiżónákmžęk_íľnbüźrtűünżduírůrýűkăăóbbéyžükkăwócóuáň_żlyűóżhéeň_üvžągídtúútkâąpfürćâzóckücčîtęśúsčćrînęćdľoţoětiídđmôâşłkúrügđdîrpłkčôžiłműýbrőtłkůröéqkębíhľlđżoěrlöđšërląćkësdątůmäččúlúdžmsšlęyáuđššcąáhžždóőtáxkąěřháeóžrźnařősgąhíéuąnîşąźčávägčoăiśâ_nçşmbóósíšhýćoçopüś_ápézmöuńpáířľ_bşęgmůnüópźwěziáaăgćätăâójőrâbżsízvőiîeźýrqđşşłcvřţţźćűvrúęćsčúťâţpęnógőţâyżnőóosţóźůžsîfîżuüsaź_ˇíabąřaiúˇ_kúłdédkżié_óědgöążécrąřköbgüyńyéüeżiňoüzgędĺbëdęóiĺžrëdśuśäťśmýšbőtëębpěvüőbdúpůőząsdůyírçčůkëłtődtĺeíĺpęsféůvňuógzúmýď_úgaíłsőv_ľíblůáídôějökvúôncédľášúzäčůsömčšaľłgóćőnúšmşěhébjămąjéeďżchúýpeăvůáulşyšóvuâhęőfsşyőýltţlýîjźlěžütbúşţkśížózeâęłuľtîśpăbąłeřxâźaűzpşhónöôvhîü_ţněchöpúfó_đóhîsőjpôăeěkšťyčěťäzögjşjödřmîcęzůąwcůáapîvňyúúpsöľsůmňaíoääťosüäriřödtčsůűrěmmújóaňůlóapäéjdýáfľuážlňőhűsôsźoföďarűőeěčtüaázűlúgűjůígúvyüžceécávűřoőá_ďžsíťófůbőiôluéňkfűuňdüúkžtvógí",
  cyrillic:
    "е_а__пканая__нра_с_ви_еннеанатсто_ретаі_нивати_дпаы_у__ипр_аь_нополиад_к_зјетоареротовт_даалте_озарыннй__укоисјаолматьвироорвыавикняцьаметрискме_мизаслальодувиям_кіитакідв_ліинн_аяныомекос_рво_елодевеайвіијсагадоедніњеацањаз_т_бсеаўтрагиеівлерэим_гмоий_фчаелінајемаепеьнесў__јирыяобляс_абонивікбаькцисъэнцікиоггор_нтміокспсозвтыојър_ў_іачепдзњак_пітсил_лоўкеріымжечеслмитэыйфазнчиє_цадид_дрсяапврубсируозпулнзиблятйлл_чыдложопкусьгріятвкрпибоісешжах_днвъілј_ўнтусіклидї_сцойндньътгуіцудктынбубебинсзоз_ујичежжи_шді_яццштьзнуупдъии_цус_чцызеезихг_брумлужднгшиыкењксвняночржтіјусуицхоевдкчэоеечецпъщезпэлджмыълћею_явшкиовлтнылоцишшыыхутэсэтљазмвдунснрт_эаєучыеукысажфочнзівљыцсвлютъкъуршауепцъдейыръзеаљеірзбељхаибмуўвжнздвуќеегипахмярмючьсошљурндыулійрсяк_хбыщоэрцеіїглдэгишеащссйсчкећтклз_єкљфишчвкдуашаоывръзулкэкоиытўдеиквйтэ_вчрвч_жумбряхіъмчуйнвябіімфіаајибъъвуєебеоеђнкшнжыядыз_ќуючоугітзлбкдмояејддкцвсрдиюољзтрзщаршщиъспчућдвыфющізафкнђергъщьоб_лсмвіч",
  greek:
    "ς_α__α_ττον_η__εο_ου_π_σστ_δναι_τα_μσηικειπο_κυ_ανείτηατή_ενμαε_αιαριαροισριραηςμενοκαδε_γτιοςτεδιμέό_ίαερχεαπετένσεπρ_οωνλοεπτήομονά_πακοντπι_ναλ_χασυνλεμοοραςοιίν_έ_ηησπεακγρκεγιούκόδοοπημαμιορχολίοσυυπογήςνεηνσμρεκτοσαφιμεσχρτρργυρμηί_ύ_νωόνλαράμιλλ_υκάμπ_λ_θαγάλνι_όλήώνπόσιρίπλεκτάάνελ_ήφαεςδυίσθε_βγήτωωσλιτόιλνηληέςέγμήυσγκήσυτκήκρόςκλεγαδμμρέρησαμόγαυμφάγοτυέτέχλάητθαάσευοίότύνσίιδεδαυδηρόιεόμιτνάιάινηκηρκέτίιρθοχοάτάρφοεμοτθμθηνόπάέλέσφήσφγεοθαθ_άμίνδζεήτοκεξβοίτγίρήγνήμλίήκδίμάνίνέρωτέκυοδλώιςλμλέρμίδίζπίμφόρθέωρ_φγγαίώσθυάγ_ρβάίηγέιθτύδανήωτσκεύύπυςήρβαάκπωω_σύύρσσκ_υχέποεχιρώγλγμυγέρσοιχρτχαάθαβιγπηάδ_ιρυκιόσίωμβιώωςεφέκηθσωψηώρλόδριηθήίμξεβρκηωμόλχίάμοβαχεθπέυθόγέαόδπτγχεωξηχώοχχωνσέθοηκωίεύθφιιόσχυλέξγωάζηγώμχήωδοφδύκώύμίπκίδέαξεχλυαζύσιήβλόχβιόπυακδ_ωζολωμνάφηλσόξιιπήθωγάςήνύοθύλύέμνθιβσθίριέξα_ζέοβεεάσπσβήλλ_τώρφίλύλκύνγξονυθόεοζιφωοήίχήψίςφέζήκκίγ_ξψεζόπήδωύτίκχότλιζσάαϊρύγηώ_ζαφειωγάσήρ_όκρκάχτ_τζφρμώξόώτγόξτφηνώυκγώφόρθ_ίρβρράξτσβηξύβέφίαύήδτμχέυφηδδόιξήχίθοοβίάπέζχνύψ",
  turkish:
    "ı_nıınsırıdıırlııliçişçiçe_çeğtıeçğişlştışaş_öş_ıkağürmıyıünönımümgöçaeşü_tüıyrüçıgücığıısızşiğeşasüzılükıiğşıdüaçç_örükuşüzıcöz_ünüğuyüığğlös_şoğölpışmrçüsülbömüoşuğşeğrfıçoıtıdütüydörşşukübüyöşkğaüşıfgıüğsöögşvğ_ğmçözüçlçücüçuüçüvbıçbtçkççmuçpçhıücıpşsé_köşüá__ıöğğüıçököylçsçánhüí_çtğdaüláráüpöttöççıbömçrşdğoöpö_ínhçnçşçrívşüdónâló_ñotítéárhâuáeñréoçlâbşjıléníénşzöşbénşî_íanáhéâ_övçnú_uíséwánéë_ãoã_è_üblídâğcáléliéçsétmáésçyjönöâhlîpáşgdécácóërpéyéhárúcôñaröpüşntáhãsãwéôtwèô_yáânhíkúê_ísğsrókşğşbërëësiákâârhëaídííoôndëmşeöğnsánãpúáácíúnéuuédójágáiâfédêápmöiótààyâmşöbğfçémméçdyşègşooéásşhíkvémóékériñsídôà_ígoákáúagúvárèèslóhîúmùùmíiãtóyózáärkípóátúraáañåláwçcédbábúüixârâámıaüffücçgğğhívüh_šöbgçpönóbçvüşpdçzèeššoüeórbótëmççëkëièşríbiàlòòrjæælábyšškvöıušuıgáxiëyíhöuñrôôrcèèwéyéctúúúácfáôôéazùùnâw_ñiôwââimèmãóthõõnfèjúyèbäädmäbíhôáyâtkédááaräänúbóaákáhdúñevíágdìì_ócëblöüguôgääbmåyâjóéxcîxóãeáeáfpäévímíenêáàgésììccììtsôüarãéfpíxáéévõõrwããpâccùù_âgaâxí_éeó_ààhhààn_ádğşbhş_åaıöçödtî_ğçgıimî",
  hebrew:
    "ת_ה__ה_מ_אית_לל__שם_נין_ותי__בורר_לי_נוניםמורישל_ק_תרואיקויו_יובו_א_פו_עיי_סאויניק_פמילאשיימלהביש__גוליהדי_כירתיבוב__רודבל_חג_ד_הרמהתונהגוטיילוןויך_קינוווהמקהטוסי_ולוע__דנגדוישומסואתק_מסאלוגשופסברואנתפר_צפידפ_טמאמקסממערפיןץ_משארגיתמיאמתאנרההתמדלמפתרתהותקח_ידיסיטנדחוציכווסדרוקיבמנ_זט_שמופס_גרעלערחיסתהירשוחתחמרבעבץהאיפסהקשחברבעימלוםמחנטכתצבהדושאפרמקבבהצורכלטאהשרחדשתאמף_ספמךהצכיחרלשזיגלעםוטבתסטרטעולקמ_לבבחראלתחלמפנאקנקרטהתןהשדההפכנהסז_הקוצהנדלמצההשגשנקלשהיצלנאחרגשםזהבנפעיגכלהחיכוזפהגדללתררדהגצראןהלנכסניחבארקוכפשמטבקתאלפבצטפצ_טרסרפנחתעבמבנסשבתכעטאקאסקאססזו_ןהעעדמכהבסלטלגשזמבמדשעתאטנמועכשכהבדזררחאםממטנ_םאבמןכרהזנעגנלדלחכדלכוהרסתבלגקתאגפקרךקןטאקסעמפלוךבשחסצפשאנקקטנ_הכצגפאתנאזמגדעגהאשסאמזצאדאגאצהיעםיבטחהתהתפדמשפנבכבנלדביזקצבסטןרנשחאדדכטבפןוףשקתלקדעצחשסקזארעעהרצצמגתטמוץנזכןלצנפנןטעלסננגבלעפ_יךדתצתרלחמצעטקנרלרסן_ץסגררנשצדדגזנתעתצרזכמקמסףדדכחבגלךסדחזדנפגגםקפדקכ_כאץבןיפטדםעניףפדאצחקהטטחדףגמןויץעשצלבכקףעקדחתתכזחאכסגטכפבזתששעסכגסגעזבפחתספבשטחצסבטגקזזקעזחםתגטסשדרץלם_ךשןטטשכטתרןבפלזפצזחחןאךנחלןנםכעהם",
  arabic:
    "_اه_الة__ن_م_بر_انا_لمن_د_يةت__لي_ل_ارم__ک_پ_ت_داتستند_فدهلارا_أام_عدانافي_ش_رليرو_إ_هريواماباف_ونلوبرلتلأوراسى_هايملفرد_ك_سلل_جيااز_يير_گع_در_خموادملنممهمةکانو_وديش_و_تونگرةز_ميک_لعود_صنهمسشدح_تاذابيپرط_بهنيدن_حينکرب_لب_قهوتيجماب_آعلشاافلنرنتررهولتنفا_چپاكااهمنساعرنششتگرگانتلقحاق_کنض__زسيغيرسلحاشويشکعنس_عمجاقافرلىخطسمدويّگوکلصولإشولسزاتحمتتص_غفتخاتعّةاخحدتهخويلگ_دةتببعکهائمعص_صفرضطاهنلخاکعةبوإذسبدسء_مقلةاپيسوشقيختلكگزاءکسيحعتوجفحسلحهنقتفدمگذنصسوتخاعيدشنلطقدمفلهاحچاك_نسيتوسعدپ_يقسهخصكيکولصجويكزموفبلكورتوعايرکوقاوومرگحةرممجسرج_ربجزعامحهماكجرلشصللرزهمرقلهذأومکخدبدزباصمكيوقشرفخلزنتمغاگشطبوتئموکإلپشجدلدمشأستغلجكنبکوبفظزريفرجقوشمرششخأيمدسنصرظهشربزصيرزأ_کتنةرچ_طنجبنركپوسطخهزيذرفلددكرکمكلقفيزقطكسهرقرتقفعّراقحرمبچ_شيآنجةنظچسوهحجوح",
  baltic:
    "ų_ā_võišrāärą_āsväė_tāõi_įītälėsētõtčiša_üiųtīäiį_vēsüašērmä_škāäänėārõnšināümžiādühtųātjälėlēülēltütėējkä_žtēlõdžmēüüštmānäešīböömėdīüsškājõpžyāltäužpāäsnųrītörėlāpäėjzīõrėtīm_õkšähėljākübūāmtõdėiņükmąsõę_vākõlųēgüpūrtštąlīlüečļaaõš_šuõhūtē__äįrīgläičsēätažkļäemųākpõšvzēšmõuėrrēkųošrüšoõlšyaļįvņuö_jųācrųēmnüsąīdmõbėänšrpēürršūdsätūļūrõnįdāündųījötūsānžepübųīvõenčbāödkėņanõžaeļübėmšedējąežšķöračķiäbląsāü_ąrēšlįļuįjnī_čgāhõvėīkräęsbēõsšsāšpökąnēädī_õmtęsīhünęgštįņeöisųbīäpžošīägpėüdšųušsėēshäįdīcökgąžīügščīnöjbęõjņoždaņiąölgųīsäovųēchāžr_īnąaüjįönučģiävrūīrrözųlūköėnpīšjžušārįä_ž_šēeåįkābå_iūāvõvšdēniõąjtņõgėžįtķēsödįaāmüčeeņyāšpīšlöūzöurąūnämgūūkžvtļcēfäcūcīõkočāpfögėāņvüļoüfįsrķmöšėīpžkšūjõožlžlęé_ėkdüeįšlhēvądąvīąsjūmīšąoķmęzāhōšįķeržģērčiģzėļšuõķadõžtņāčažpņš_āųsēģeäžbzņcāmžįpmåāgėpålļiręnšiāyšmšēļiķųj_ēméāzüahųčueübąēpõäššäöįguāöüžmõ_ižfükūhīäkąlbüsčeģvöšnēdüežnnž_ļpųjėžāpįkįāļpąņiėdįmsūāysęēkļāāhkčļ_fāūšēzōrcėāapūjēķuōsčėāfąžpšlōėvāiōgyčtžuļrōgįņēōzūlnūoņėgdū_ķžsoļsįjęgēdędņ_ņöbūvnövęiļ_öčoķīõõīlgõžšžģõzžėļņréėšéuėč_ģhéyžģeélūgiüū_öpįžģaūmšüõdįlīzõbčyyédšeķėzüšõoaī_ąmū_ūpčēņvūpęeāžįzšfųmčfėņķiėgžgļbčģučųaąąbkēcčeęęėoģėffēkęįekīžųzęēvėclšbšāuhš",
  thai: "ารอง_เม่ไม่อน_กาาม_ไ้อี่ร์่าง_ีย์_ิดา_ทีเกมาื่านรัือับ_แายอรข้ราลาสา้มางย_ขอ_อแฟตัก_ฟ้_กม_ัน้า_สกเได้_เปอกด้ี_ระ่สรีวามีเล_คด_กรใชเรังหนงกภาอนาดอม_ต้งชืหรต้นีบรั้รถรืเซแพ่งช้กจัว_มอยปรากนตควพกต์ติใน_โบ_ำหสำกิครูก่มแลริดข_ซนดมูินูลงเอาาเิมพิอั้นิก่_กันาเมัดหมจ_อ_งแว__ขลั_ร่นนเ_หดเกลาษผิจะรอลิกตค่ต่เคบบ_จเววนกำ็น_ชตรเน่วพลเอรูลียนาธ_พลืนทักออู่มพล_รณ่ไ_ทเขษาเตหลยูดพมืยกุ่นแนิ_ปเบใหยา้วป็_ล_ภปลรก์เาตรเวเละัฐไปะเงรรุแบอบเดบันอ_นพ์ตาอผเชหาวยเพ_บธาอิจาำเดาอคโดบเี้ถูร_ปิซา่ใส_กทซีณรแกทััสลูว่รมสัล้โกงไาวงคจันขเท_ใบา่เะบูปดตะ_มเิวรรมนณะีเิงาลั่ิเัตช่ส่บแนไ่รดงทอสมงขนกุดีกอเถาเหงาขณวัหัสีอแยั_ดงอ็อมอนหแสสดาณต_ลเร็อลล่เจคุทำปัดีน้นวงพพบิร่ยย่อสาพโปะกนสโบห้ณ_สรอ่วอ็จุณบอทรบุบกรแงตคำลงซอร้บิอไถอบีชนพืิ่ดยนโคอัญ์กจำงหแตซิว้กขนยดอมสีนดั_ยรทแจมตสถพริลกสงสลอิสบนบคมันืน่่ต้ไาจาะกีอีู้แอิ_าสอดงใสตตกมดนร_ถำลตะาคขีลบวินคทาาชก่รวิตดริบไว้เกวัลย์่พ์แดแโองมดิตอยงรหเสงทีรมิทิรส่ถมรู_งโคลุญคัปแะว่จึ่าทขรด์พาูรื้ถเนัลนมทโตีอสเกุยเปาลลวี์นส์ลดดใโรวรโคตเีโล็อตสอกแแท์ทสิวลป__วาโดทดกุครบยวชีชิำนยอนชวกแหาปโนจีะทมคยุ",
} as const;

/** The most frequent characters, counted in the same texts. */
const commonCharacters = {
  japanese:
    "定数用語名使行表文指示不合力字効要列無設出一中変値失時正作成敗書前必込入除更対内実取場有動在式可終存明子型読関置最間新引削了能再鍵認号証生大開外配報告上期形番続検接方付化見情同警現共部義照理後得長換限目複位制的選発性以下全択切信国画空含準問先所参保算索分約識致署加標解囲当者覧追始視受記小返別状範持和演法処通印張集態利単確色自代日個起際像向完求属初止送予構適拡幅項縮回想非端度常機元意計順応権圧他移結割整許容暗素命刷多重異待古区右進違未左線果境特令決操規本次言詳種側体細装序秒例類各点連録直互既展並呼頭白題査停復島改否環条二替破件扱高末描依足知密述訳統隔族領辞翻与象刻格組量挿庫御域済符様注影超壊来帰優句戻相継尾修秘誤管釈両略試提手公親強平副拒競比月備遅基省過答矢補仮探少人閉係州供界景響旧説南断納短英諸等較主押何延論析築反承由余製第経味固周浮背水層北消安損残価音詰垂身棄功編登段転隠達封筒増調避去造紙却低今負渡東倍留民電近須埋推面宣十落専絶般監逆黙似立突繰飾物併速精抽禁及毎離差業辺評因途年疑護考害従横原偽討王退邦抑添折昇桁任冗曖昧緒混奨助寄放積真局西率降歴話収事週縦履会減遷頼透総循挙括排跡到候殊",
  korean:
    "이다니지을수에습는로를하시가자없스일의정기어용파서음합리사트할인한은오션위터아않문있그드대제보상만부프으름값표치크옵모작함해실패입데바력전고형키소나버식여명도중경설행면된업디되요라열들세성메못구블목호개비적레출과동록류변거화료잘테령미번조야원내장단마필브환타태우렉했체현주추유공연코너간재복읽무본분와안항러선커반계색베포결최십당르더었때려알페래또줄임른방속진능절접확저랜럼카백텍참국검택증칼처템두퍼법종준새덱각건았끝초신발쪽밋생든활램매게티링영예쓰산젯클져배됨플찾같림운렬널숫집권축역올삭근린릴쓸관딩토룹것허글닙젝암규통향병범청째볼길따순헤맞슬꾸압롤받언별콘창격턴외약및석까잭말뒤런폴완남컨뉴됩루불막존잠케투듈후쿼컬네심금양노움쇄직될립피돌점셀붙셸웨밀히빠릭캐누칙많꿀졌왼독냅픽며꼴취셋뷰닌족앞께워충닫듭빈살감등탭편콜강벗큰급날란님채달특켓효묶갈핑차응질났울높뜀춤윈델락롯교손긴퀀낼엔슈침벨먼년덮떤싱넣략짜랑씁섬혹회갑깁객련꿈책넘덤칠애벤탈견귀캘술논깃납월릿짐봉푸첫머량롬컴탐탄송획옴틀꿉폭쿠갯잡힌액큼북릅므람섹룰옛롭풀엘괄핸론옮핀깅겟뀌온멈줍줌답맨륨물랍틴민난빌럭숨탬맵튜끊김율큽멀놓웃홈썬횟률겠겨",
  simplified:
    "的用件文不无数在法有个中字为是出时名一行语符定使标选式置表项目可对到要能输列效和示入错以录作设已或存指未于本器程据分类将取值号新进包大误参型接信格加打显模除制引序命间过上失尔没务前动提支部被密令正配息内库组户后建了位区重认下拉多如索称度败码开图小子所更省关应果空查签系发需量斯持并您同读当地版否现创此钥成换写则键最从变记证改请理印必亚操解删合服象统克特达复交编软默义安含这须找态来者结节只许里单启告该移主处档非转方函任它略会工期外自执状色回机串段块性知获共其口第限之代检允通长马路点属国条超但始尼容布次生卡全调识径别匹警比运阿连与备问消向像页准头利归载而装级日止面源退计按元链束确经题集试每体意保巴线相至由端忽德排析视规明整化权缺域展罗少纳择基注窗修西求等给址算州何围范缓返得完宽缩志锁冲书因瓦带事验兰闭询添维具太萨环访助供替素扩边终隔导起跳科送塔描仅高伊普实管常压放触框且份话言联构禁搜平预仓塞约远丁二原群右盖清述辑两菜左临收留样直控跟些功说也偏及坏距受译句员缀断盘补立钮例储奥旧南形颜岛突响哈手切然齐音洛见先道继续反映尾角初待即覆他希停恢弃县姆都古登栏波真报踪境根吉损埃递托销那异北贝强秒们帮增树",
  traditional:
    "的用檔無不定語案法在式有字數使選個目時中設示名是為指出項列取位入件標一元要行輸作錯以可稱效到資已號或新顯本存表誤未能動和除區程分提錄於格訊將組引值結文符者開大對沒令前合模正置如重間加型後碼度支失否更料鍵建過版所變預內來會工敗立啟下印鑰亞執上小子果理記空類這發器機請生寫多此參單應解讀被包交需了態體拉視移您至得成物系金編狀則圖從方連最串證進端庫換同非相路第套代自徑關期國之並序找略只告爾索統簽色含密斯部回頭安裝準刪援共當處容按性修明線服別其克該與塊次警像命面制息傳始窗手主整特籤群等尼複利義改完規封任接源載長而知停影向由束轉點地擇製現外寬忽古查全欄比每檢併原信頁縮配條必及確排但馬限址伺屬何止範它清少具題許段尋巴域放基通份暫須求遠試保達邊驗增憑供級阿西樣卡析經快里軟權算控鈕允圍量羅衝備日計德識蘭譯因隔離化給尾顏功右章布註意直留平素儲太網函鎖壓送替左追缺產說音白消維先搜高閉描境憶常做實他盤底附兩補瓦蹤述管棄納超輯終景受人匯覆游例水二起突跳切調繪即片島尚強偏反些損依集蓋斷且形也話齊異問塔你決翻都若舊情映廢登務垂僅展身薩美操員然綴較透流還遞把母照南測捲好真環核觸響壞助收協側哥報掛樹細公嘗隱續捷秒波普牙",
} as const;

/** Encodings that are no Unicode. */
export type LegacyEncoding = Exclude<Encoding, `utf-${string}`>;

/** Encodings of alphabets, each with the letters that its texts have; of two with equal scores the first is right. */
const alphabets: readonly (readonly [LegacyEncoding, Letters])[] = [
  ["windows-1252", "western"],
  ["windows-1250", "central"],
  ["iso-8859-2", "central"],
  ["windows-1251", "cyrillic"],
  ["koi8-r", "cyrillic"],
  ["koi8-u", "cyrillic"],
  ["iso-8859-5", "cyrillic"],
  ["ibm866", "cyrillic"],
  ["windows-1253", "greek"],
  ["iso-8859-7", "greek"],
  ["windows-1254", "turkish"],
  ["windows-1255", "hebrew"],
  ["windows-1256", "arabic"],
  ["windows-1257", "baltic"],
  ["windows-874", "thai"],
];

/** Encodings with several bytes for most characters. */
const wide: readonly (readonly [LegacyEncoding, Characters])[] = [
  ["shift_jis", "japanese"],
  ["euc-jp", "japanese"],
  ["euc-kr", "korean"],
  ["gb18030", "simplified"],
  ["big5", "traditional"],
];

/** The encodings that chardet names otherwise. */
const chardetNames: Readonly<Record<string, readonly LegacyEncoding[]>> = {
  "ISO-8859-1": ["windows-1252"],
  // Texts that have the same bytes in both are taken for that of Windows.
  "ISO-8859-2": ["windows-1250", "iso-8859-2"],
  "ISO-8859-7": ["windows-1253", "iso-8859-7"],
  "ISO-8859-8": ["windows-1255"],
  "ISO-8859-9": ["windows-1254"],
  "KOI8-R": ["koi8-r", "koi8-u"],
};

/** Weight of the confidence of chardet beside the letters: it is weak for a few words. */
const chardetWeight = 0.3;
/** Advantage of Western European where nothing but a few signs tells encodings apart. */
const westernHead = 0.1;

/** Returns whether most letters of a text are of the languages that an encoding of an alphabet is used for. */
export function hasLettersOf(encoding: LegacyEncoding, text: string): boolean {
  const [, name] = alphabets.find(([alphabet]) => alphabet === encoding) ?? [];
  if (name === undefined) return false;
  const { letters } = alphabetOf(name);
  const high = [...text].filter((character) => character > "\x7f" && letter.test(character));
  return high.filter((character) => letters.has(lowerCase(character))).length >= high.length / 2;
}

/**
 * Returns the encoding that bytes, which are no UTF-8, are most probably in: the one in which they have the letters of
 * a language, as far as a few words can show it, together with what chardet finds. `windows-1252` where none fits.
 */
export function guessLegacy(bytes: Uint8Array): LegacyEncoding {
  const confidence = new Map<string, number>();
  for (const { name, confidence: percent } of analyse(bytes)) {
    for (const encoding of chardetNames[name] ?? [name.toLowerCase()])
      confidence.set(encoding, Math.max(confidence.get(encoding) ?? 0, percent / 100));
  }
  let best: { readonly encoding: LegacyEncoding; readonly score: number } | null = null;
  const consider = (encoding: LegacyEncoding, scoreOf: (text: string) => number) => {
    const text = decodeStrictly(bytes, encoding);
    if (text === null) return;
    const ahead = encoding === "windows-1252" ? westernHead / countHigh(bytes) : 0;
    const score = scoreOf(text) + ahead + chardetWeight * (confidence.get(encoding) ?? 0);
    if (!best || score > best.score + 1e-9) best = { encoding, score };
  };
  for (const [encoding, letters] of alphabets) consider(encoding, (text) => scoreLetters(text, letters));
  for (const [encoding, script] of wide) consider(encoding, (text) => scoreCharacters(text, script));
  return (best as { readonly encoding: LegacyEncoding } | null)?.encoding ?? "windows-1252";
}

function decodeStrictly(bytes: Uint8Array, encoding: LegacyEncoding): string | null {
  try {
    // A sample may end within a character.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    // Bytes that have no character in the encoding of Windows.
    return /[\x80-\x9f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

const countHigh = (bytes: Uint8Array): number =>
  bytes.reduce((sum, byte) => sum + Number(byte > 127), 0) || 1;

interface Alphabet {
  /** Weight of a pair, from 1 for the most frequent to 0.5. */
  readonly pairs: ReadonlyMap<string, number>;
  readonly letters: ReadonlySet<string>;
}

const knownAlphabets = new Map<Letters, Alphabet>();

function alphabetOf(name: Letters): Alphabet {
  const known = knownAlphabets.get(name);
  if (known) return known;
  const list = [...letterPairs[name].matchAll(/../gsu)].map(([pair]) => pair);
  const pairs = new Map(list.map((pair, index) => [pair, 1 - (0.5 * index) / list.length]));
  const alphabet = { pairs, letters: new Set(letterPairs[name]) };
  knownAlphabets.set(name, alphabet);
  return alphabet;
}

const letter = /[\p{L}\p{M}]/u;
const latin = /\p{Script=Latin}/u;
const sign = /[«»„“”‘’–—…№°§€£¥±×÷½¼²³µ¿¡©®·•\u00a0]/;
/** Signs that may stand before a letter without a blank. */
const opening = /[«»„“”‘’–—§°№©\u00a0¿¡±×·•]/;
/** Signs that may stand behind a letter without a blank. */
const closing = /[’‘“”»…–—\u00a0°²³®]/;

/** Returns about 2 for a text in a language's most frequent pairs of letters, and less the less it looks like one. */
function scoreLetters(text: string, name: Letters): number {
  const { pairs, letters } = alphabetOf(name);
  let score = 0;
  let count = 0;
  let before = "";
  let last = "_";
  /** First letter of a word that has no other one yet. */
  let start = "";
  for (const character of `${text} `) {
    const isLetter = letter.test(character);
    const next = isLetter ? lowerCase(character) : "_";
    const isHigh = character > "\x7f";
    if (isHigh) count++;
    if (isHigh && !isLetter) {
      score -= sign.test(character) ? 0.1 : 1;
      if (last !== "_" && !closing.test(character)) score -= 0.5;
    }
    if (isLetter && before > "\x7f" && last === "_" && !opening.test(before)) score -= 0.5;
    // One upper-case letter is no word.
    if (last !== "_" && next === "_" && start === before && /\p{Lu}/u.test(before) && before > "\x7f")
      score -= 1.5;
    if ((isHigh && isLetter) || (before > "\x7f" && last !== "_")) {
      const weight = pairs.get(last + next);
      if (weight !== undefined) score += weight;
      else if (isHigh && isLetter && !letters.has(next)) score -= 1.5;
      else if (last !== "_" && next !== "_") score -= 0.3;
      // Words are in one script, and their first letter alone is upper-case.
      if (weight === undefined && last !== "_" && next !== "_" && latin.test(last) !== latin.test(next))
        score -= 1.5;
      if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(character)) score -= 0.8;
    }
    start = isLetter && last === "_" ? character : "";
    before = character;
    last = next;
  }
  return score / Math.max(1, count);
}

const lowerCase = (character: string): string => (character === "İ" ? "i" : character.toLowerCase());

const knownCharacters = new Map<Characters, ReadonlyMap<string, number>>();

function charactersOf(name: Characters): ReadonlyMap<string, number> {
  const known = knownCharacters.get(name);
  if (known) return known;
  const list = [...commonCharacters[name]];
  const weights = new Map(list.map((character, index) => [character, 1 - (0.5 * index) / list.length]));
  knownCharacters.set(name, weights);
  return weights;
}

/** Returns about 1 for a text of a script's most frequent characters, and less the rarer they are. */
function scoreCharacters(text: string, name: Characters): number {
  const common = charactersOf(name);
  let score = 0;
  let count = 0;
  for (const character of text) {
    if (character <= "\x7f") continue;
    count++;
    score += common.get(character) ?? weightOf(character.codePointAt(0) ?? 0, name);
  }
  return score / Math.max(1, count);
}

/** Weight of a character that is not among the common ones. */
function weightOf(code: number, script: Characters): number {
  if (code >= 0x3041 && code <= 0x30ff) return script === "japanese" ? 0.8 : -0.7;
  if (code >= 0xff61 && code <= 0xff9f) return script === "japanese" ? -0.5 : -0.7;
  if (code >= 0xac00 && code <= 0xd7a3) return script === "korean" ? 0.2 : -0.7;
  if ((code >= 0x3000 && code <= 0x303f) || (code >= 0xff00 && code <= 0xff5e)) return 0.3;
  if (code >= 0x4e00 && code <= 0x9fff) return script === "korean" ? -0.3 : 0.05;
  return (code >= 0xe000 && code <= 0xf8ff) || code > 0xffff ? -2 : -0.7;
}
