/** A fictional character who is a minor in the work it comes from. */
export interface MinorCharacter {
  readonly name: string
  readonly from: string
  /** Japanese names are written with either name first */
  readonly eitherOrder: boolean
}

type Casts = ReadonlyArray<readonly [from: string, names: string]>

/** Names by work: full names, and single names that mean nobody else. */
const westernCasts: Casts = [
  [
    "Harry Potter",
    "Harry Potter, Hermione Granger, Hermione, Ron Weasley, Ginny Weasley, Luna Lovegood, Neville Longbottom"
  ],
  ["Harry Potter", "Draco Malfoy, Cho Chang, Padma Patil, Parvati Patil, Pansy Parkinson, Colin Creevey"],
  [
    "Stranger Things",
    "Mike Wheeler, Dustin Henderson, Lucas Sinclair, Will Byers, Max Mayfield, Erica Sinclair, Holly Wheeler"
  ],
  ["Stranger Things", "Jane Hopper"],
  [
    "A Song of Ice and Fire",
    "Arya Stark, Sansa Stark, Bran Stark, Rickon Stark, Lyanna Mormont, Shireen Baratheon"
  ],
  ["A Song of Ice and Fire", "Tommen Baratheon, Myrcella Baratheon"],
  [
    "The Simpsons",
    "Bart Simpson, Lisa Simpson, Maggie Simpson, Milhouse Van Houten, Ralph Wiggum, Nelson Muntz"
  ],
  [
    "South Park",
    "Eric Cartman, Stan Marsh, Kyle Broflovski, Kenny McCormick, Butters Stotch, Wendy Testaburger, Bebe Stevens"
  ],
  ["Family Guy", "Stewie Griffin, Chris Griffin"],
  ["Bob's Burgers", "Tina Belcher, Louise Belcher, Gene Belcher"],
  ["Rick and Morty", "Morty Smith, Summer Smith"],
  ["Gravity Falls", "Dipper Pines, Mabel Pines, Pacifica Northwest"],
  ["Star vs. the Forces of Evil", "Star Butterfly, Marco Diaz"],
  ["Steven Universe", "Connie Maheswaran"],
  ["Adventure Time", "Finn Mertens"],
  ["Ben 10", "Ben Tennyson, Gwen Tennyson"],
  ["The Incredibles", "Violet Parr, Dash Parr, Jack-Jack Parr"],
  ["Kim Possible", "Ron Stoppable"],
  ["Lilo & Stitch", "Lilo Pelekai"],
  ["Inside Out", "Riley Andersen"],
  ["Brave", "Princess Merida, Merida of DunBroch"],
  ["Moana", "Moana Waialiki"],
  ["The Little Mermaid", "Princess Ariel"],
  ["Aladdin", "Princess Jasmine"],
  ["Peter Pan", "Peter Pan, Wendy Darling"],
  ["Alice's Adventures in Wonderland", "Alice Liddell"],
  ["The Wonderful Wizard of Oz", "Dorothy Gale"],
  ["The Jungle Book", "Mowgli"],
  ["Little Red Riding Hood", "Little Red Riding Hood"],
  ["Hansel and Gretel", "Hansel and Gretel"],
  ["Winnie-the-Pooh", "Christopher Robin"],
  ["Pippi Longstocking", "Pippi Longstocking"],
  ["Anne of Green Gables", "Anne Shirley"],
  ["Mark Twain", "Tom Sawyer, Huckleberry Finn, Becky Thatcher"],
  ["Charles Dickens", "Oliver Twist"],
  ["Roald Dahl", "Matilda Wormwood, Charlie Bucket, Veruca Salt, Violet Beauregarde"],
  ["To Kill a Mockingbird", "Scout Finch"],
  ["Vladimir Nabokov", "Dolores Haze"],
  ["The Chronicles of Narnia", "Lucy Pevensie, Edmund Pevensie, Susan Pevensie, Peter Pevensie"],
  ["His Dark Materials", "Lyra Belacqua, Lyra Silvertongue"],
  ["The Hunger Games", "Katniss Everdeen, Primrose Everdeen"],
  ["Percy Jackson", "Percy Jackson, Annabeth Chase"],
  ["Diary of a Wimpy Kid", "Greg Heffley"],
  ["Twilight", "Renesmee Cullen"],
  ["A Series of Unfortunate Events", "Violet Baudelaire, Klaus Baudelaire, Sunny Baudelaire"],
  ["The Addams Family", "Wednesday Addams, Pugsley Addams"],
  ["Horror films", "Regan MacNeil, Danny Torrance, Damien Thorn, Samara Morgan, Lydia Deetz, Beverly Marsh"],
  ["Kick-Ass", "Mindy Macready, Hit-Girl"],
  ["Léon", "Mathilda Lando"],
  ["Home Alone", "Kevin McCallister"],
  ["The Walking Dead", "Carl Grimes, Judith Grimes"],
  ["Resident Evil", "Sherry Birkin"],
  ["Little Orphan Annie", "Little Orphan Annie"],
  ["Dr. Seuss", "Cindy Lou Who"],
  [
    "Television families",
    "Punky Brewster, Michelle Tanner, Stephanie Tanner, Rudy Huxtable, Manny Delgado, Luke Dunphy"
  ],
  ["Euphoria", "Rue Bennett, Jules Vaughn"],
  ["Disney Channel", "Lizzie McGuire, Miley Stewart, Penny Proud"],
  ["Spy Kids", "Carmen Cortez, Juni Cortez"],
  ["Hey Arnold!", "Arnold Shortman, Helga Pataki"],
  ["Rugrats", "Tommy Pickles, Angelica Pickles, Chuckie Finster, Dil Pickles"],
  ["Nickelodeon", "Timmy Turner, Jimmy Neutron, Danny Fenton, Jenny Wakeman"],
  ["Dora the Explorer", "Dora the Explorer, Dora Marquez, Diego Marquez"],
  ["Peanuts", "Charlie Brown, Lucy van Pelt, Linus van Pelt, Sally Brown, Peppermint Patty"],
  [
    "The Loud House",
    "Lincoln Loud, Leni Loud, Luna Loud, Luan Loud, Lynn Loud, Lucy Loud, Lana Loud, Lola Loud, Lisa Loud"
  ],
  ["Miraculous", "Marinette Dupain-Cheng, Adrien Agreste, Chloé Bourgeois"],
  [
    "Avatar: The Last Airbender",
    "Avatar Aang, Aang, Katara, Sokka, Toph Beifong, Toph, Prince Zuko, Princess Azula, Ty Lee"
  ],
  ["The Owl House", "Luz Noceda, Amity Blight"],
  ["Amphibia", "Anne Boonchuy, Sasha Waybright, Marcy Wu"],
  ["Marvel", "Kamala Khan, Molly Hayes, Morgan Stark"],
  ["DC", "Damian Wayne, Billy Batson, Carrie Kelley"],
  ["Sonic the Hedgehog", "Cream the Rabbit, Miles Prower"],
  ["Nintendo", "Young Link, Young Zelda, Toon Link"],
  ["Pokémon", "Ash Ketchum, Chloe Cerise"]
]

const japaneseCasts: Casts = [
  ["Vocaloid", "Hatsune Miku, Kagamine Rin, Kagamine Len"],
  ["Spy x Family", "Anya Forger, Becky Blackbell, Damian Desmond"],
  ["Naruto", "Boruto Uzumaki, Himawari Uzumaki, Sarada Uchiha"],
  ["Cardcaptor Sakura", "Sakura Kinomoto, Tomoyo Daidouji, Syaoran Li, Cardcaptor Sakura"],
  [
    "Sailor Moon",
    "Usagi Tsukino, Ami Mizuno, Rei Hino, Makoto Kino, Minako Aino, Hotaru Tomoe, Chibiusa, Chibi Moon"
  ],
  ["Sailor Moon", "Sailor Moon, Sailor Mercury, Sailor Mars, Sailor Jupiter, Sailor Venus, Sailor Saturn"],
  ["Puella Magi Madoka Magica", "Madoka Kaname, Homura Akemi, Sayaka Miki, Mami Tomoe, Kyoko Sakura"],
  ["Magical Girl Lyrical Nanoha", "Nanoha Takamachi, Fate Testarossa"],
  ["Fate/kaleid liner", "Prisma Illya, Chloe von Einzbern, Miyu Edelfelt"],
  [
    "Neon Genesis Evangelion",
    "Shinji Ikari, Rei Ayanami, Asuka Langley Soryu, Asuka Langley, Asuka Shikinami, Kaworu Nagisa"
  ],
  [
    "My Hero Academia",
    "Izuku Midoriya, Katsuki Bakugo, Ochaco Uraraka, Tsuyu Asui, Momo Yaoyorozu, Himiko Toga"
  ],
  ["My Hero Academia", "Shoto Todoroki, Mina Ashido, Kyoka Jiro, Toru Hagakure"],
  ["Hunter x Hunter", "Gon Freecss, Killua Zoldyck, Killua, Alluka Zoldyck, Kalluto Zoldyck"],
  [
    "Demon Slayer",
    "Nezuko Kamado, Nezuko, Tanjiro Kamado, Tanjiro, Kanao Tsuyuri, Muichiro Tokito, Zenitsu Agatsuma"
  ],
  ["Jujutsu Kaisen", "Yuji Itadori, Megumi Fushiguro, Nobara Kugisaki, Maki Zenin"],
  ["Detective Conan", "Conan Edogawa, Ai Haibara, Ayumi Yoshida, Ran Mouri"],
  ["Doraemon", "Nobita Nobi, Shizuka Minamoto"],
  ["Crayon Shin-chan", "Shinnosuke Nohara, Himawari Nohara"],
  ["Yotsuba&!", "Yotsuba Koiwai"],
  ["Azumanga Daioh", "Chiyo Mihama"],
  ["Fullmetal Alchemist", "Edward Elric, Alphonse Elric, Winry Rockbell, Nina Tucker"],
  ["Dragon Ball", "Kid Goku, Kid Gohan, Bulla Briefs"],
  ["Bleach", "Yuzu Kurosaki, Karin Kurosaki"],
  ["Fairy Tail", "Wendy Marvell"],
  ["KonoSuba", "Megumin"],
  ["Sword Art Online", "Ayano Keiko"],
  ["Re:Zero", "Petra Leyte"],
  ["To Love Ru", "Mikan Yuuki"],
  ["A Certain Magical Index", "Mikoto Misaka, Kuroko Shirai"],
  ["Monogatari", "Nadeko Sengoku, Mayoi Hachikuji, Tsukihi Araragi, Karen Araragi"],
  ["Oreimo", "Kirino Kousaka, Ruri Gokou"],
  ["Eromanga Sensei", "Sagiri Izumi"],
  ["Himouto! Umaru-chan", "Umaru Doma"],
  ["Love, Chunibyo & Other Delusions", "Rikka Takanashi"],
  ["Laid-Back Camp", "Rin Shima, Nadeshiko Kagamihara"],
  ["Komi Can't Communicate", "Komi Shouko, Shouko Komi"],
  ["Don't Toy with Me, Miss Nagatoro", "Hayase Nagatoro"],
  ["My Dress-Up Darling", "Marin Kitagawa"],
  ["Kaguya-sama", "Kaguya Shinomiya, Chika Fujiwara"],
  [
    "The Quintessential Quintuplets",
    "Ichika Nakano, Nino Nakano, Miku Nakano, Yotsuba Nakano, Itsuki Nakano"
  ],
  ["Toradora!", "Taiga Aisaka"],
  ["Oregairu", "Yukino Yukinoshita, Yui Yuigahama"],
  ["K-On!", "Yui Hirasawa, Azusa Nakano, Ui Hirasawa"],
  ["The Melancholy of Haruhi Suzumiya", "Haruhi Suzumiya"],
  ["Ouran High School Host Club", "Haruhi Fujioka"],
  ["Rascal Does Not Dream", "Mai Sakurajima"],
  ["Black Butler", "Ciel Phantomhive, Elizabeth Midford"],
  ["Blue Exorcist", "Rin Okumura"],
  ["Fate/stay night", "Rin Tohsaka, Sakura Matou"],
  ["Inuyasha", "Kagome Higurashi"],
  ["Ranma ½", "Ranma Saotome, Akane Tendo"],
  ["Soul Eater", "Maka Albarn"],
  ["Fruits Basket", "Tohru Honda"],
  ["Anohana", "Meiko Honma"],
  ["Violet Evergarden", "Violet Evergarden"],
  ["Studio Ghibli", "Chihiro Ogino, Mei Kusakabe, Satsuki Kusakabe, Setsuko Yokokawa, Arrietty"],
  ["Makoto Shinkai", "Mitsuha Miyamizu, Taki Tachibana, Suzume Iwato"],
  ["Dragon Maid", "Kanna Kamui"],
  ["Persona", "Futaba Sakura, Ann Takamaki, Nanako Dojima, Rise Kujikawa, Naoto Shirogane"]
]

const readCasts = (casts: Casts, eitherOrder: boolean): ReadonlyArray<MinorCharacter> =>
  casts.flatMap(([from, names]) => names.split(", ").map((name) => ({ name, from, eitherOrder })))

export const minorCharacters: ReadonlyArray<MinorCharacter> = [
  ...readCasts(westernCasts, false),
  ...readCasts(japaneseCasts, true)
]
