import type { Casts } from "./Casts.ts"

/** Names of minor characters in Japanese, by their works. */
const japanese: Casts = [
  ["Vocaloid", "初音ミク, 鏡音リン, 鏡音レン"],
  ["Spy x Family", "アーニャ・フォージャー, ベッキー・ブラックベル, ダミアン・デズモンド"],
  ["Boruto", "うずまきボルト, うずまきヒマワリ, うちはサラダ"],
  ["Cardcaptor Sakura", "木之本桜, 木之本さくら, 大道寺知世, カードキャプターさくら"],
  [
    "Sailor Moon",
    "月野うさぎ, 水野亜美, 火野レイ, 木野まこと, 愛野美奈子, 土萠ほたる, ちびうさ, セーラームーン, セーラーマーキュリー"
  ],
  [
    "Sailor Moon",
    "セーラーマーズ, セーラージュピター, セーラーヴィーナス, セーラーサターン, セーラーちびムーン"
  ],
  ["Puella Magi Madoka Magica", "鹿目まどか, 暁美ほむら, 美樹さやか, 巴マミ, 佐倉杏子"],
  ["Magical Girl Lyrical Nanoha", "高町なのは, フェイト・テスタロッサ, 八神はやて"],
  ["Fate/kaleid liner", "イリヤスフィール, 美遊・エーデルフェルト, クロエ・フォン・アインツベルン"],
  [
    "Neon Genesis Evangelion",
    "碇シンジ, 綾波レイ, 惣流・アスカ・ラングレー, 式波・アスカ・ラングレー, アスカ・ラングレー, 渚カヲル"
  ],
  ["Neon Genesis Evangelion", "真希波・マリ・イラストリアス, 洞木ヒカリ, 鈴原トウジ"],
  [
    "My Hero Academia",
    "緑谷出久, 爆豪勝己, 麗日お茶子, 蛙吹梅雨, 八百万百, トガヒミコ, 渡我被身子, 轟焦凍, 芦戸三奈, 耳郎響香, 葉隠透"
  ],
  ["Hunter x Hunter", "ゴン・フリークス, キルア・ゾルディック, アルカ・ゾルディック"],
  ["Demon Slayer", "竈門禰豆子, 禰豆子, 竈門炭治郎, 炭治郎, 栗花落カナヲ, 時透無一郎, 我妻善逸"],
  ["Jujutsu Kaisen", "虎杖悠仁, 伏黒恵, 釘崎野薔薇, 禪院真希, 禪院真依, 天内理子"],
  ["Detective Conan", "江戸川コナン, 灰原哀, 吉田歩美, 毛利蘭"],
  ["Doraemon", "野比のび太, 源静香"],
  ["Crayon Shin-chan", "野原しんのすけ, クレヨンしんちゃん, 野原ひまわり"],
  ["Chibi Maruko-chan", "ちびまる子ちゃん"],
  ["Yotsuba&!", "小岩井よつば"],
  ["Azumanga Daioh", "美浜ちよ"],
  [
    "Fullmetal Alchemist",
    "エドワード・エルリック, アルフォンス・エルリック, ウィンリィ・ロックベル, ニーナ・タッカー"
  ],
  ["Bleach", "黒崎遊子, 黒崎夏梨"],
  ["Fairy Tail", "ウェンディ・マーベル, ルーシィ・ハートフィリア"],
  ["KonoSuba", "めぐみん"],
  ["Sword Art Online", "綾野珪子, 桐ヶ谷直葉, 朝田詩乃, 紺野木綿季, 結城明日奈"],
  ["To Love Ru", "結城美柑, 西連寺春菜, 古手川唯, モモ・ベリア・デビルーク, ナナ・アスタ・デビルーク"],
  ["A Certain Magical Index", "御坂美琴, 白井黒子, 食蜂操祈, 佐天涙子, 初春飾利"],
  ["Monogatari", "千石撫子, 八九寺真宵, 阿良々木月火, 阿良々木火憐, 戦場ヶ原ひたぎ, 神原駿河"],
  ["Oreimo", "高坂桐乃, 五更瑠璃"],
  ["Eromanga Sensei", "和泉紗霧"],
  ["Himouto! Umaru-chan", "土間うまる"],
  ["Love, Chunibyo & Other Delusions", "小鳥遊六花"],
  ["Laid-Back Camp", "志摩リン, 各務原なでしこ"],
  ["Komi Can't Communicate", "古見硝子"],
  ["Don't Toy with Me, Miss Nagatoro", "長瀞早瀬"],
  ["My Dress-Up Darling", "喜多川海夢"],
  ["Kaguya-sama", "四宮かぐや, 藤原千花, 早坂愛, 伊井野ミコ"],
  ["The Quintessential Quintuplets", "中野一花, 中野二乃, 中野三玖, 中野四葉, 中野五月"],
  ["Toradora!", "逢坂大河"],
  ["Oregairu", "雪ノ下雪乃, 由比ヶ浜結衣, 一色いろは"],
  ["K-On!", "平沢唯, 中野梓, 平沢憂, 秋山澪, 田井中律, 琴吹紬"],
  ["The Melancholy of Haruhi Suzumiya", "涼宮ハルヒ"],
  ["Rascal Does Not Dream", "桜島麻衣, 古賀朋絵, 双葉理央"],
  ["Black Butler", "シエル・ファントムハイヴ"],
  ["Fate/stay night", "遠坂凛, 間桐桜"],
  ["Inuyasha", "日暮かごめ"],
  ["Ranma ½", "早乙女乱馬, 天道あかね"],
  ["Anohana", "本間芽衣子"],
  ["Violet Evergarden", "ヴァイオレット・エヴァーガーデン"],
  ["Studio Ghibli", "荻野千尋, 草壁メイ, 草壁サツキ, アリエッティ"],
  ["Makoto Shinkai", "宮水三葉, 岩戸鈴芽, 天野陽菜"],
  ["Dragon Maid", "カンナカムイ, 才川リコ"],
  ["Persona", "佐倉双葉, 高巻杏, 堂島菜々子, 久慈川りせ, 白鐘直斗, 里中千枝, 天城雪子, 芳澤すみれ"],
  ["Genshin Impact", "ナヒーダ, シグウィン, ヨォーヨ"],
  [
    "Blue Archive",
    "砂狼シロコ, 小鳥遊ホシノ, 空崎ヒナ, 早瀬ユウカ, 聖園ミカ, 飛鳥馬トキ, 白洲アズサ, 下江コハル, 阿慈谷ヒフミ"
  ],
  [
    "Blue Archive",
    "棗イロハ, 丹花イブキ, 春原ココナ, 天童アリス, 一之瀬アスナ, 角楯カリン, 銀鏡イオリ, 天雨アコ"
  ],
  ["Bocchi the Rock!", "後藤ひとり, 伊地知虹夏, 喜多郁代, 山田リョウ"],
  [
    "Love Live!",
    "高坂穂乃果, 園田海未, 南ことり, 星空凛, 小泉花陽, 西木野真姫, 矢澤にこ, 高海千歌, 津島善子, 黒澤ルビィ"
  ],
  ["Love Live!", "国木田花丸, 桜内梨子, 絢瀬絵里, 東條希, 渡辺曜, 黒澤ダイヤ"],
  [
    "The Idolmaster",
    "天海春香, 如月千早, 星井美希, 高槻やよい, 水瀬伊織, 双海亜美, 双海真美, 萩原雪歩, 我那覇響, 島村卯月"
  ],
  [
    "The Idolmaster",
    "渋谷凛, 本田未央, 橘ありす, 神崎蘭子, 輿水幸子, 赤城みりあ, 櫻井桃華, 双葉杏, 城ヶ崎莉嘉, 城ヶ崎美嘉, 市原仁奈"
  ],
  ["Lucky Star", "泉こなた, 柊かがみ, 柊つかさ"],
  ["Higurashi", "古手梨花, 北条沙都子, 竜宮レナ, 園崎魅音, 園崎詩音"],
  ["Made in Abyss", "プルシュカ"],
  ["Non Non Biyori", "宮内れんげ, 一条蛍, 越谷夏海, 越谷小鞠"],
  ["Is the Order a Rabbit?", "香風智乃, 香風チノ, 保登心愛, 天々座理世, 桐間紗路"],
  ["YuruYuri", "赤座あかり, 歳納京子, 船見結衣, 吉川ちなつ"],
  ["Girls und Panzer", "西住みほ, 武部沙織"],
  ["Code Geass", "ナナリー・ランペルージ, 紅月カレン"],
  ["Chainsaw Man", "三鷹アサ"],
  ["Oshi no Ko", "星野ルビー, 有馬かな, 黒川あかね, 星野アイ"],
  ["Tokyo Revengers", "橘日向, 佐野エマ"],
  ["Assassination Classroom", "潮田渚, 茅野カエデ"],
  ["Strike Witches", "宮藤芳佳"],
  ["Yu-Gi-Oh!", "武藤遊戯"],
  ["Digimon", "八神ヒカリ, 太刀川ミミ, 八神太一"],
  ["Serial Experiments Lain", "岩倉玲音"],
  ["Ojamajo Doremi", "春風どれみ, 藤原はづき, 妹尾あいこ"],
  ["Shugo Chara!", "日奈森あむ"],
  ["Tokyo Mew Mew", "桃宮いちご"],
  ["Pretty Cure", "美墨なぎさ, 雪城ほのか, 夢原のぞみ, 桃園ラブ, 花咲つぼみ, 星空みゆき, 相田マナ"],
  ["WataMote", "黒木智子"],
  ["Haganai", "高山マリア, 羽瀬川小鳩, 柏崎星奈"],
  ["High School DxD", "塔城小猫"],
  ["Date A Live", "五河琴里, 四糸乃, 時崎狂三, 夜刀神十香, 鳶一折紙"],
  ["No Game No Life", "初瀬いづな"],
  ["DanMachi", "リリルカ・アーデ"],
  ["Mushoku Tensei", "エリス・ボレアス・グレイラット, ノルン・グレイラット"],
  ["The Future Diary", "我妻由乃"],
  ["Nisekoi", "桐崎千棘, 小野寺小咲"],
  ["Food Wars!", "薙切えりな"],
  ["Kill la Kill", "纏流子"],
  ["Kodomo no Jikan", "九重りん"],
  ["Lycoris Recoil", "錦木千束, 井ノ上たきな"],
  ["Danganronpa", "霧切響子, 不二咲千尋, 赤松楓, 春川魔姫, 夢野秘密子, 罪木蜜柑, 七海千秋, 西園寺日寄子"],
  [
    "Uma Musume",
    "トウカイテイオー, ハルウララ, メジロマックイーン, キタサンブラック, サトノダイヤモンド, サイレンススズカ"
  ],
  ["Pokémon", "ポケモンのカスミ, ポケモンのハルカ, ポケモンのヒカリ, ポケモンのセレナ, ポケモンのリーリエ"],
  [
    "Harry Potter",
    "ハリー・ポッター, ハーマイオニー, ロン・ウィーズリー, ジニー・ウィーズリー, ルーナ・ラブグッド"
  ],
  ["The Simpsons", "バート・シンプソン, リサ・シンプソン"],
  ["Heidi", "アルプスの少女ハイジ"],
  ["Little Red Riding Hood", "赤ずきんちゃん"]
]

/** The same in Chinese, in both scripts. */
const chinese: Casts = [
  ["Vocaloid", "初音未来, 初音未來, 镜音铃, 鏡音鈴, 镜音连, 鏡音連"],
  ["Harry Potter", "赫敏, 妙麗·格蘭傑, 哈利·波特, 罗恩·韦斯莱, 金妮·韦斯莱, 卢娜·洛夫古德"],
  ["Detective Conan", "江户川柯南, 江戶川柯南, 灰原哀, 毛利兰, 毛利蘭"],
  ["Crayon Shin-chan", "野原新之助, 蜡笔小新, 蠟筆小新"],
  ["Doraemon", "野比大雄, 源静香, 源靜香"],
  ["Chibi Maruko-chan", "樱桃小丸子, 櫻桃小丸子"],
  ["Cardcaptor Sakura", "木之本樱, 木之本櫻, 大道寺知世, 百变小樱, 百變小櫻"],
  ["Sailor Moon", "月野兔, 水野亚美, 水野亞美, 火野丽, 美少女战士月野"],
  ["Neon Genesis Evangelion", "绫波丽, 綾波麗, 碇真嗣, 明日香·兰格雷, 明日香·蘭格雷"],
  ["Demon Slayer", "灶门祢豆子, 竈門禰豆子, 祢豆子, 灶门炭治郎, 炭治郎, 栗花落香奈乎"],
  ["Spy x Family", "阿尼亚·福杰, 阿尼亞·福傑, 安妮亚·福杰, 安妮亞·佛傑"],
  ["A Certain Magical Index", "御坂美琴, 白井黑子, 食蜂操祈"],
  ["Puella Magi Madoka Magica", "鹿目圆, 鹿目圓, 晓美焰, 曉美焰"],
  ["Date A Live", "时崎狂三, 時崎狂三, 五河琴里, 夜刀神十香"],
  ["Genshin Impact", "纳西妲, 納西妲, 希格雯"],
  ["Fate/kaleid liner", "伊莉雅丝菲尔, 伊莉雅絲菲爾"],
  ["Sword Art Online", "结城明日奈, 結城明日奈"],
  ["Lycoris Recoil", "锦木千束, 錦木千束, 井之上泷奈"],
  ["The Future Diary", "我妻由乃"],
  ["Dragon Maid", "康娜卡姆依, 康娜酱"],
  ["Oreimo", "高坂桐乃"],
  ["Eromanga Sensei", "和泉纱雾, 和泉紗霧"],
  ["The Simpsons", "巴特·辛普森, 丽莎·辛普森"]
]

/** The same in Korean. */
const korean: Casts = [
  ["Vocaloid", "하츠네 미쿠, 카가미네 린, 카가미네 렌"],
  ["Harry Potter", "헤르미온느, 해리 포터, 론 위즐리, 지니 위즐리"],
  ["Detective Conan", "에도가와 코난, 하이바라 아이"],
  ["Crayon Shin-chan", "신짱구"],
  ["Demon Slayer", "카마도 네즈코, 네즈코, 카마도 탄지로"],
  ["Spy x Family", "아냐 포저, 아냐 포져"],
  ["Sailor Moon", "세일러문, 츠키노 우사기"],
  ["Neon Genesis Evangelion", "아야나미 레이, 소류 아스카, 시키나미 아스카"],
  ["A Certain Magical Index", "미사카 미코토"],
  ["Cardcaptor Sakura", "카드캡터 체리, 키노모토 사쿠라"],
  ["Sword Art Online", "유우키 아스나"],
  ["The Simpsons", "바트 심슨, 리사 심슨"]
]

/** Minor characters by their works, as scripts without spaces between words write them. */
export const unspacedCasts: Casts = [...japanese, ...chinese, ...korean]
